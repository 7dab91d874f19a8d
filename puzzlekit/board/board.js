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
import { fitted } from "./narrow.js";
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
const FRAME = 3; // pixels beside the grid
// Switches, kept for all boards of this browser: whether notes go that an entry makes impossible, and whether each entry
// is compared with the solution
const TIDY = "tidy";
const MISTAKES = "mistakes";
const SEEDS = 100_000; // of which one is offered for a new puzzle

class View {
  constructor(model, el) {
    Object.assign(this, { model, line: new Line(model, el, () => this.silence()), tidies: recall(TIDY) === true });
    Object.assign(this, { player: new Player(this), keyboard: new Keyboard(this), texts: new Texts(this) });
    Object.assign(this, { bar: new Bar((name) => this.press(name)), speech: new Speech(), message: new Message() });
    this.buttons = this.bar.buttons;
    this.walk = new Walk((name) => this.press(name));
    this.message.node.prepend(this.walk.node); // its arrows stand beside the words
    this.message.listen((sentence) => this.grid?.choice.light(sentence));
    this.palette = html("div", { class: "pk-palette", role: "group", "aria-label": "Symbols" });
    this.frame = html("div", { class: "pk-frame" });
    this.drawn = html("div", { class: "pk-drawn" }, [this.frame]);
    this.stage = html("div", { class: "pk-stage" }, [this.drawn]);
    this.panel = html("div", { class: "pk-panel", hidden: "" });
    const [bar, said, live] = [this.bar.node, this.message.node, this.speech.node];
    this.aside = html("div", { class: "pk-aside" }, [said, this.panel]);
    this.root = html("div", { class: "pk-board" }, [bar, this.stage, this.aside, live]);
    this.keepFocus = keepKeys(this.root, () => this.grid.focus());
    this.listen();
    el.append(this.root);
    Object.assign(this, { size: new Size(this.root, () => this.grid && this.tools()), kept: new Kept() });
    this.update = () => (this.model.get("sheet") === this.sheet ? this.refresh() : this.build());
    model.on("change", this.update); // once for all that came together, so that nothing is half new
    this.build();
    new ResizeObserver(() => this.fit()).observe(this.stage);
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

  entered(news) {
    this.isUnchecked = recall(MISTAKES) && Object.keys(news.changes).length > 0;
    this.send("set", news);
  }

  press(name) {
    const own = {
      menu: () => this.bar.open(this.bar.menu.hidden),
      notes: () => this.write(name),
      corners: () => this.write(name),
      colours: () => this.write(name),
      tidy: () => this.setTidy(!this.tidies),
      mistakes: () => this.setMistakes(!recall(MISTAKES)),
      checks: () => this.send(name, { on: !this.model.get("ui").checks }),
      smaller: () => this.size.step(-1),
      larger: () => this.size.step(1),
      projector: () => this.size.project(),
      full: () => this.size.toggle(),
      help: () => this.help(),
      restore: () => this.restore(),
      new: () => this.texts.ask(name, "Rows x columns:", "", (text) => this.send(name, { text }), 1),
      generate: () => this.generate(),
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

  setMistakes(on) {
    remember(MISTAKES, on);
    this.isUnchecked = on;
    this.compare();
    this.tools();
  }

  /* Ask for a check once Python has time, after an entry. */
  compare() {
    const { running } = this.model.get("ui");
    if (!this.isUnchecked || this.line.pending || running || this.grid.mode === "edit") return;
    this.isUnchecked = false;
    this.send("check");
  }

  help() {
    if (this.panel.hidden || !this.panel.querySelector(".pk-help"))
      show(this.panel, [help(this.grid, this.model.get("ui"))], () => this.focus("help"));
    else this.panel.hidden = true;
  }

  /* A puzzle by the generator; the same size and seed make it again. */
  generate() {
    const [sides, usual] = this.model.get("ui").generates;
    const text = `${usual}, ${Math.floor(SEEDS * Math.random())}`;
    this.texts.ask("generate", `${sides}, seed:`, text, (text) => this.send("generate", { text }), 1);
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
    if (pen === "colours") this.palette.scrollIntoView({ block: "nearest" }); // by keys one writes notes, but no colours
  }

  /* What came from Python */

  build() {
    const [before, focused] = [this.grid?.selected, this.stage.matches(":focus-within")];
    this.sheet = this.model.get("sheet");
    const grid = (this.grid = new Grid(this.fitted(), this.line.id));
    Object.assign(this, { entries: new Entries(this.model, grid), offered: null });
    grid.mode = this.model.get("ui").mode;
    follow(grid, this.player, (key) => this.select(key, false));
    grid.lists.listen((key) => this.player.click(key));
    this.refresh();
    this.frame.replaceChildren(grid.svg); // once all is painted: tools and words ask how wide they are
    this.frame.style.cssText = grid.proportions;
    this.stage.replaceChildren(this.drawn, ...grid.lists.nodes);
    if (grid.lists.nodes.length)
      this.drawn.append(this.palette); // between a table and its clues
    else this.aside.prepend(this.palette);
    if (!this.panel.hidden && this.panel.querySelector(".pk-forms")) this.compose();
    this.select(grid.nodes.has(before) ? before : (grid.touchable()[0] || [])[0], focused);
  }

  fitted() {
    const { width } = this.stage.getBoundingClientRect();
    return fitted(this.sheet, width && width - 2 * FRAME);
  }

  /* A table of words is drawn anew where its room has become another one. */
  fit() {
    const isThere = this.grid.lists.nodes.length && this.stage.clientWidth;
    if (!isThere || String(this.fitted().size) === String(this.grid.sheet.size)) return;
    const { state, notes } = this.entries;
    this.build();
    Object.assign(this.entries, { state, notes }); // also what Python has not answered yet
    this.paint();
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
    this.compare();
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
      generate: !ui.generates,
      copy_link: !ui.link,
      restore: !this.kept.offers.length || this.line.silent,
      why: !ui.explains,
      next_step: !ui.explains,
      notes: !hasPen(grid.sheet, "notes"),
      note: !hasPen(grid.sheet, "notes"),
      tidy: !grid.sheet.groups.length,
      corners: !hasPen(grid.sheet, "corners"),
      colours: !hasPen(grid.sheet, "colours"),
      keep: !ui.trial,
      compose: !grid.sheet.forms.length || grid.mode === "play",
    };
    const off = { undo: !ui.undo, redo: !ui.redo, note: grid.mode === "edit" };
    for (const name of ["hint", "check", "why", "next_step", "note", "solve", "generate"]) off[name] ||= ui.running;
    for (const pen of ["notes", "corners", "colours"]) off[pen] = grid.mode === "edit";
    for (const [name, by] of Object.entries({ smaller: -1, larger: 1 })) off[name] = !this.size.canStep(by);
    const pressed = { edit: grid.mode === "edit", play: grid.mode === "play", checks: ui.checks, tidy: this.tidies };
    pressed.mistakes = Boolean(recall(MISTAKES));
    for (const pen of ["notes", "corners", "colours"]) pressed[pen] = player.pen === pen;
    Object.assign(pressed, { projector: this.size.projects, full: this.size.isFull, trial: ui.trial });
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
