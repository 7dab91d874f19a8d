/* The board in the browser: it shows a sheet as a grid and sends back what the reader does. It knows no puzzle.

   What the reader enters is shown at once; it stands when Python has answered it. */

import { Line, SILENCE } from "./asking.js";
import { Bar } from "./bar.js";
import { showForms } from "./compose.js";
import { Entries } from "./entries.js";
import { Grid } from "./grid.js";
import { help } from "./help.js";
import { Kept } from "./kept.js";
import { Keyboard } from "./keyboard.js";
import { keepKeys } from "./keys.js";
import { Message } from "./message.js";
import { html } from "./nodes.js";
import { hasPen, written } from "./pens.js";
import { Player } from "./player.js";
import { follow } from "./pointer.js";
import { Size } from "./size.js";
import { Speech } from "./speech.js";
import { recall, remember } from "./storage.js";
import { Texts } from "./texts.js";
import { colourButtons, show, symbolButtons } from "./tools.js";
import { Walk } from "./walk.js";

const IN_PLACE = ["set", "undo", "redo"]; // by what the player takes away what was entered
const TIDY = "tidy"; // whether notes go that an entry makes impossible: kept for all boards of this browser

class View {
  constructor(model, el) {
    Object.assign(this, { model, line: new Line(model, el, () => this.silence()), tidies: recall(TIDY) === true });
    Object.assign(this, { player: new Player(this), keyboard: new Keyboard(this), texts: new Texts(this) });
    Object.assign(this, { bar: new Bar((name) => this.press(name)), speech: new Speech(), message: new Message() });
    this.buttons = this.bar.buttons;
    this.walk = new Walk((name) => this.press(name));
    this.message.node.prepend(this.walk.node); // its arrows stand beside the words
    this.palette = html("div", { class: "pk-palette", role: "group", "aria-label": "Symbols" });
    this.frame = html("div", { class: "pk-frame" });
    this.stage = html("div", { class: "pk-stage" }, [this.frame]);
    this.panel = html("div", { class: "pk-panel", hidden: "" });
    const [bar, said, live] = [this.bar.node, this.message.node, this.speech.node];
    const aside = html("div", { class: "pk-aside" }, [this.palette, said, this.panel]);
    this.root = html("div", { class: "pk-board" }, [bar, this.stage, aside, live]);
    this.keepFocus = keepKeys(this.root, () => this.grid.focus());
    this.listen();
    el.append(this.root);
    Object.assign(this, { size: new Size(this.root, () => this.tools()), kept: new Kept() });
    this.update = () => (this.model.get("sheet") === this.grid.sheet ? this.refresh() : this.build());
    model.on("change", this.update); // once for all that came together, so that nothing is half new
    this.build();
    if (model.isPage) this.resume();
    this.line.look();
  }

  listen() {
    // not on the SVG itself: that would make it a stop of its own for Tab
    this.stage.addEventListener("focusin", ({ target }) => {
      if (target.dataset.key !== this.grid.selected) this.select(target.dataset.key, false);
    });
    this.stage.addEventListener("keydown", (event) => this.keyboard.key(event));
    this.stage.addEventListener("paste", (event) => this.texts.read(event.clipboardData.getData("text")));
    this.stage.addEventListener("pointerdown", () => this.bar.open(false));
    this.frame.addEventListener("scroll", () => this.grid.stick(this.frame.scrollLeft));
    this.root.addEventListener("keydown", (event) => {
      if (event.target === this.root) this.keyboard.key(event);
      this.turnPage(event);
    });
  }

  close() {
    clearInterval(this.clock);
    this.line.close();
    this.model.off("change", this.update);
  }

  send(what, more = {}) {
    this.inPlace = IN_PLACE.includes(what);
    this.line.send({ do: what, ...more });
    this.grid.svg.setAttribute("aria-busy", "true");
  }

  press(name) {
    const own = {
      menu: () => this.bar.open(this.bar.menu.hidden),
      notes: () => this.write(name),
      corners: () => this.write(name),
      colours: () => this.write(name),
      tidy: () => this.setTidy(!this.tidies),
      checks: () => this.send(name, { on: !this.model.get("ui").checks }),
      smaller: () => this.size.step(-1),
      larger: () => this.size.step(1),
      full: () => this.size.toggle(),
      help: () => this.help(),
      restore: () => this.restore(),
      new: () => this.texts.ask(name, "Rows x columns:", "", (text) => this.send(name, { text }), 1),
      copy: () => this.texts.copy(name),
      copy_position: () => this.texts.copy(name),
      copy_link: () => this.texts.copy(name),
      paste: () =>
        this.texts.ask(name, "Paste a position, a picture, an id or a link:", "", (text) => this.texts.read(text)),
      compose: () => this.compose(),
      edit: () => this.setMode(name),
      play: () => this.setMode(name),
    }[name];
    const at = name === "why" || (name === "hint" && !this.player.state(this.grid.selected));
    if (own) own();
    else this.send(name, at ? { at: this.grid.selected } : {});
  }

  setMode(mode) {
    this.grid.mode = mode; // at once: the kernel may be busy
    this.send("mode", { mode });
    this.tools();
  }

  setTidy(on) {
    this.tidies = on;
    remember(TIDY, on);
    this.tools();
  }

  help() {
    if (this.panel.hidden || !this.panel.querySelector(".pk-help"))
      show(this.panel, [help(this.grid, this.model.get("ui"))], () => this.focus("help"));
    else this.panel.hidden = true;
  }

  /* Clues and names from lists */
  compose() {
    const send = (form, words) => this.send("compose", { name: form, words });
    showForms(this.panel, this.grid.sheet.forms, send, () => this.focus("compose"));
  }

  /* Page up and page down go through the pictures of a step. */
  turnPage(event) {
    const name = { PageUp: "back", PageDown: "forward" }[event.key];
    if (!name || !this.model.get("ui").walk) return;
    event.preventDefault();
    this.walk.buttons[name].click();
  }

  /* Bring back what was done before the page was closed. */
  restore() {
    const { offers } = this.kept;
    const use = (offer) => this.use(offer);
    if (offers.length === 1 && offers[0].own) use(offers[0]);
    else show(this.panel, [this.kept.choices(this.entries.position(), use)], () => this.focus("restore"));
  }

  use(offer) {
    this.panel.hidden = true;
    this.kept.take(offer);
    this.send("mode", { mode: offer.mode });
    this.send("paste", { text: offer.text, sure: true });
    this.tools();
  }

  /* On a page without a kernel, what was done here before comes back by itself, and is seen before Python is there. */
  resume() {
    const offer = this.kept.offers.find(({ own }) => own);
    if (!offer || this.entries.here.count("=")) return;
    this.use(offer);
    this.entries.lay(offer.position);
    this.paintOwn();
  }

  /* A button has the focus, or the grid where it is hidden. */
  focus(name) {
    this.bar.focus(name);
    this.keepFocus();
  }

  /* Write with a pen; with the same again, states. */
  write(pen) {
    this.player.pen = this.player.pen === pen ? "entry" : pen;
    this.keyboard.typed.end();
    this.tools();
  }

  /* What came from Python */

  build() {
    const [before, focused] = [this.grid?.selected, this.stage.matches(":focus-within")];
    const grid = (this.grid = new Grid(this.model.get("sheet"), this.line.id));
    Object.assign(this, { entries: new Entries(this.model, grid), offered: null });
    grid.mode = this.model.get("ui").mode;
    follow(grid, this.player, (key) => this.select(key, false));
    this.frame.replaceChildren(grid.svg);
    this.frame.style.cssText = grid.proportions;
    this.stage.replaceChildren(this.frame, ...grid.lists.nodes);
    grid.lists.listen((key) => this.player.click(key));
    this.refresh();
    if (!this.panel.hidden && this.panel.querySelector(".pk-forms")) this.compose();
    this.select(grid.nodes.has(before) ? before : (grid.touchable()[0] || [])[0], focused);
  }

  /* An answer to something older must not undo what is shown already. */
  refresh() {
    const ui = this.model.get("ui");
    this.line.heard(ui.edit, ui.running);
    if (!this.line.pending && !this.entries.isDrawing) {
      this.entries.take();
      this.grid.mode = ui.mode;
    }
    this.grid.svg.setAttribute("aria-busy", Boolean(this.line.pending));
    this.announce(this.paint());
    this.kept.open(ui, this.entries.position());
    this.keep();
    if (!this.line.pending) {
      this.inPlace = false;
      this.texts.settle(ui.question);
    }
    this.tools();
    this.report(this.kept.news());
  }

  /* Have the browser keep what the player did here. */
  keep() {
    if (!this.line.sent) return;
    const { mode, sheet } = this.grid;
    this.kept.save(...this.entries.own(), this.inPlace, { mode, title: sheet.title });
  }

  paint() {
    const { state, notes } = this.entries;
    return this.grid.paint(state, this.model.get("marks"), notes, this.model.get("ui").tried);
  }

  /* Show what the player did, before Python knows it. */
  paintOwn() {
    this.announce(this.paint());
  }

  announce(changed) {
    this.speech.changes(changed, (key) => this.grid.spoken(key));
  }

  silence() {
    this.root.classList.toggle("pk-silent", this.line.silent);
    this.report();
  }

  report(lost = "") {
    const { message, tone, running, walk } = this.model.get("ui");
    this.count(running && !this.line.silent);
    const [words, sound] = this.line.silent ? [SILENCE, "bad"] : [[message, lost].filter(Boolean).join(" "), tone];
    this.message.say(words, sound, walk?.part);
    this.speech.message(words);
  }

  /* While Python is at work, its message says for how long. It is not read aloud each second. */
  count(running) {
    if (!running) this.clock = clearInterval(this.clock);
    if (!running || this.clock) return;
    const since = Date.now();
    const told = () => `${this.model.get("ui").message} (${Math.round((Date.now() - since) / 1000)} s)`;
    this.clock = setInterval(() => this.message.say(told(), this.model.get("ui").tone), 1000);
  }

  tools() {
    const { grid, player } = this;
    const ui = this.model.get("ui");
    if (grid.mode === "edit") player.pen = "entry";
    grid.pen = player.pen;
    Object.assign(grid.svg.dataset, { mode: grid.mode, pen: grid.pen });
    const hidden = {
      new: !ui.new,
      copy_link: !ui.link,
      restore: !this.kept.offers.length || this.line.silent,
      why: !ui.explains,
      next_step: !ui.explains && !ui.steps, // the first that the rules of deduction give
      notes: !hasPen(grid.sheet, "notes"),
      note: !hasPen(grid.sheet, "notes"),
      tidy: !grid.sheet.groups.length,
      corners: !hasPen(grid.sheet, "corners"),
      colours: !hasPen(grid.sheet, "colours"),
      keep: !ui.trial,
      compose: !grid.sheet.forms.length || grid.mode === "play",
    };
    const off = { undo: !ui.undo, redo: !ui.redo, note: grid.mode === "edit" };
    for (const name of ["hint", "check", "why", "next_step", "note", "solve"]) off[name] ||= ui.running;
    for (const pen of ["notes", "corners", "colours"]) off[pen] = grid.mode === "edit";
    for (const [name, by] of Object.entries({ smaller: -1, larger: 1 })) off[name] = !this.size.canStep(by);
    const pressed = { edit: grid.mode === "edit", play: grid.mode === "play", checks: ui.checks, tidy: this.tidies };
    for (const pen of ["notes", "corners", "colours"]) pressed[pen] = player.pen === pen;
    Object.assign(pressed, { full: this.size.isFull, trial: ui.trial });
    this.bar.show({ hidden, off, pressed, running: ui.running });
    this.walk.show(ui.walk);
    this.symbols();
    this.keepFocus();
  }

  /* The palette: the states of the selected element, for those without a keyboard; or what the pen writes there */
  symbols() {
    const { grid, player, entries } = this;
    const kind = grid.selected && grid.kind(grid.selected);
    const noting = player.takes(grid.selected);
    const states = noting ? ["", ...written(kind, player.pen)] : kind && kind.cycle !== true ? kind[grid.mode] : [];
    const offered = JSON.stringify([states, player.pen]);
    if (this.offered !== offered) {
      const use = (state) => (noting ? this.pick(state) : player.enter(state));
      const buttons = player.pen === "colours" ? colourButtons : symbolButtons;
      this.palette.replaceChildren(...buttons(states, grid.sheet.looks, use));
      this.offered = offered;
    }
    const noted = noting ? entries.notes[grid.selected] || [] : [];
    for (const node of this.palette.children) {
      if (noting) node.setAttribute("aria-pressed", noted.includes(node.dataset.state));
    }
  }

  /* A word of the pen: into what is selected. */
  pick(word) {
    if (this.player.pen === "colours") this.player.picked = word || this.player.picked;
    this.player.note(word);
  }

  /* Say something that no element says. */
  say(message, tone = "") {
    this.message.say(message, tone);
    this.speech.add(message);
  }

  /* Select an element, or by `how` more of them, see Grid.select. */
  select(key, focus = true, how = "") {
    if (!this.grid.nodes.has(key)) return;
    if (key !== this.grid.selected) this.keyboard.typed.end();
    this.grid.select(key, focus, how);
    this.symbols();
  }
}

export default {
  render({ model, el }) {
    const view = new View(model, el);
    return () => view.close();
  },
};
