/* The board in the browser: it shows a sheet as a grid and sends back what the reader does. It knows no puzzle.

   What the reader enters is shown at once; it stands when Python has answered it. */

import { Line, SILENCE } from "./asking.js";
import { OVER } from "./draw.js";
import { neighbour } from "./geometry.js";
import { Grid } from "./grid.js";
import { help } from "./help.js";
import { Kept } from "./kept.js";
import { Typed, keepKeys, plain } from "./keys.js";
import { Message } from "./message.js";
import { html } from "./nodes.js";
import { follow } from "./pointer.js";
import { Size } from "./size.js";
import { ask, show, symbolButtons, toolbar } from "./tools.js";
import { Walk, tables } from "./walk.js";

const after = (list, item) => (list.indexOf(item) + 1) % list.length;

class View {
  constructor(model, el) {
    Object.assign(this, { model, said: "", typed: new Typed(), line: new Line(model, el, () => this.silence()) });
    const [bar, menu, buttons] = toolbar((name) => this.press(name));
    Object.assign(this, { menu, buttons, noting: false });
    this.live = html("div", { class: "pk-live", role: "status", "aria-live": "polite" });
    this.message = new Message();
    this.walk = new Walk((name) => this.press(name));
    this.message.side.prepend(this.walk.node);
    this.palette = html("div", { class: "pk-palette", role: "group", "aria-label": "Symbols" });
    this.frame = html("div", { class: "pk-frame" });
    this.panel = html("div", { class: "pk-panel", hidden: "" });
    // not on the SVG itself: that would make it a stop of its own for Tab
    this.frame.addEventListener("focusin", ({ target }) => {
      if (target.dataset.key !== this.selected) this.select(target.dataset.key, false);
    });
    this.frame.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("paste", (event) => this.read(event.clipboardData.getData("text")));
    this.root = html("div", { class: "pk-board" }, [
      bar,
      menu,
      this.frame,
      this.palette,
      this.message.node,
      this.panel,
      this.live,
    ]);
    keepKeys(this.root);
    this.root.addEventListener("keydown", (event) => this.turnPage(event));
    el.append(this.root);
    Object.assign(this, { size: new Size(this.root, () => this.tools()), kept: new Kept() });
    this.update = () => (this.model.get("sheet") === this.grid.sheet ? this.refresh() : this.build());
    model.on("change", this.update); // once for all that came together, so that nothing is half new
    this.build();
    this.line.look();
  }

  close() {
    this.line.close();
    this.model.off("change", this.update);
  }

  send(what, more = {}) {
    this.line.send({ do: what, ...more });
    this.grid.svg.setAttribute("aria-busy", "true");
  }

  press(name) {
    if (name === "menu") this.open(this.menu.hidden);
    else if (name === "notes") this.write(!this.noting);
    else if (name === "checks") this.send(name, { on: !this.model.get("ui").checks });
    else if (name === "smaller" || name === "larger") this.size.step(name === "larger" ? 1 : -1);
    else if (name === "full") this.size.toggle();
    else if (name === "help") this.help();
    else if (name === "details") this.details();
    else if (name === "restore") this.restore();
    else if (name === "new") this.ask(name, "Rows x columns:", "", (text) => this.send(name, { text }), 1);
    else if (name === "copy") this.copy();
    else if (name === "paste") this.ask(name, "Paste a picture or an id:", "", (text) => this.read(text));
    else if (name === "edit" || name === "play") {
      this.grid.mode = name; // at once: the kernel may be busy
      this.send("mode", { mode: name });
      this.tools();
    } else {
      const at = name === "why" || (name === "hint" && this.state[this.selected] === undefined);
      this.send(name, at ? { at: this.selected } : {});
    }
  }

  help() {
    if (this.panel.hidden || !this.panel.querySelector(".pk-help"))
      show(this.panel, [help(this.grid, this.model.get("ui"))], () => this.buttons.help.focus());
    else this.panel.hidden = true;
  }

  /* The sum behind the step that is told */
  details() {
    const { sums } = this.model.get("ui").walk;
    show(this.panel, [tables(sums)], () => this.walk.buttons.details.focus());
  }

  /* Page up and page down go through the pictures of a step. */
  turnPage(event) {
    const name = { PageUp: "back", PageDown: "forward" }[event.key];
    if (!name || !this.model.get("ui").walk) return;
    event.preventDefault();
    this.walk.buttons[name].click();
  }

  /* Bring back what was filled in before the page was closed. */
  restore() {
    const { state: changes, notes } = this.kept.take(this.grid);
    this.send("set", { changes, notes });
    this.tools();
  }

  /* Open the menu, or close it */
  open(open) {
    this.menu.hidden = !open;
    this.buttons.menu.setAttribute("aria-expanded", open);
  }

  /* Write notes, or states */
  write(notes) {
    this.noting = notes;
    this.typed.end();
    this.tools();
  }

  get selected() {
    return this.grid.selected;
  }

  /* Whether something is drawn that Python has not been told yet */
  get isDrawing() {
    return Object.keys({ ...this.unsent, ...this.marked }).length > 0;
  }

  /* What came from Python */

  build() {
    const [before, focused] = [this.grid?.selected, this.frame.matches(":focus-within")];
    const grid = (this.grid = new Grid(this.model.get("sheet"), this.line.id));
    Object.assign(this, { state: this.model.get("state"), notes: this.model.get("notes") });
    Object.assign(this, { unsent: {}, marked: {}, offered: null }); // what Python has not been told, of states and notes
    grid.mode = this.model.get("ui").mode;
    follow(grid.svg, {
      touchable: () => grid.touchable(),
      paints: (key) => key !== undefined && grid.places.get(key).shape === "cell" && Boolean(grid.kind(key).cycle),
      crosses: () => grid.touchable().some(([key]) => grid.cross(key) !== undefined),
      over: (key) => this.select(key, false),
      hit: (key, first, cross) => this.hit(key, first, cross),
      done: () => this.flush(),
    });
    this.frame.replaceChildren(grid.svg);
    this.refresh();
    this.select(grid.nodes.has(before) ? before : (grid.touchable()[0] || [])[0], focused);
  }

  /* An answer to something older must not undo what is shown already. */
  refresh() {
    const ui = this.model.get("ui");
    this.line.heard(ui.edit, ui.running);
    if (!this.line.pending && !this.isDrawing) {
      [this.state, this.notes, this.grid.mode] = [this.model.get("state"), this.model.get("notes"), ui.mode];
    }
    this.grid.svg.setAttribute("aria-busy", Boolean(this.line.pending));
    const changed = this.paint();
    this.kept.open(ui.key, this.grid, this.state, this.notes);
    const isNew = this.line.sent && !this.line.pending && ui.mode === "play";
    const lost = isNew ? this.kept.save(this.grid, this.state, this.notes) : "";
    this.tools();
    this.report(changed, lost);
  }

  paint() {
    return this.grid.paint(this.state, this.model.get("marks"), this.notes);
  }

  silence() {
    this.root.classList.toggle("pk-silent", this.line.silent);
    this.report();
  }

  report(changed = [], lost = "") {
    const { message, tone } = this.model.get("ui");
    if (this.line.silent) this.say(SILENCE, "bad", changed);
    else this.say([message, lost].filter(Boolean).join(" "), tone, changed);
  }

  tools() {
    const { grid, buttons } = this;
    const ui = this.model.get("ui");
    const off = { undo: !ui.undo, redo: !ui.redo };
    const hasNotes = Object.values(grid.sheet.kinds).some(({ notes }) => notes.length);
    const pressed = { edit: grid.mode === "edit", play: grid.mode === "play", notes: this.noting, checks: ui.checks };
    pressed.full = this.size.isFull;
    buttons.new.hidden = !ui.new;
    buttons.restore.hidden = !this.kept.offered || grid.mode === "edit";
    for (const [name, by] of Object.entries({ smaller: -1, larger: 1 })) off[name] = !this.size.canStep(by);
    for (const name of ["solve", "hint", "check", "why", "next_step", "note"]) off[name] = ui.running;
    for (const name of ["why", "next_step"]) buttons[name].hidden = !ui.explains;
    for (const name of ["notes", "note"]) buttons[name].hidden = !hasNotes;
    for (const name of ["notes", "note"]) off[name] ||= grid.mode === "edit";
    grid.svg.dataset.mode = grid.mode;
    for (const [name, node] of Object.entries(buttons)) {
      if (name in pressed) node.setAttribute("aria-pressed", pressed[name]);
      else node.setAttribute("aria-disabled", Boolean(off[name]));
    }
    const left = !ui.running && document.activeElement === buttons.stop;
    buttons.stop.classList.toggle("pk-away", !ui.running);
    if (left) buttons.solve.focus(); // the focus must not get lost with the button
    this.walk.show(ui.walk);
    if (!ui.walk && this.panel.querySelector(".pk-sums")) this.panel.hidden = true; // the sum of a step that is gone
    this.symbols();
  }

  /* The palette: the states of the selected element, for those without a keyboard */
  symbols() {
    const { grid } = this;
    const kind = this.selected && grid.kind(this.selected);
    const notes = this.takesNotes && ["", ...kind.notes];
    const states = notes || (kind && kind.cycle !== true ? kind[grid.mode] : []);
    const offered = JSON.stringify([states, Boolean(notes)]);
    if (this.offered !== offered) {
      const use = (state) => (notes ? this.note(state) : this.enter(state));
      this.palette.replaceChildren(...symbolButtons(states, grid.sheet.looks, use));
      this.offered = offered;
    }
    const noted = notes ? this.notes[this.selected] || [] : [];
    for (const node of this.palette.children) {
      if (notes) node.setAttribute("aria-pressed", noted.includes(node.dataset.state));
    }
  }

  /* Whether what is typed now on the selected element is a note */
  get takesNotes() {
    return this.noting && this.canNote(this.selected);
  }

  canNote(key) {
    return this.grid.mode === "play" && key !== undefined && this.grid.kind(key).notes.length > 0;
  }

  say(message, tone = "", changed = []) {
    this.message.say(message, tone);
    this.announce(changed, message);
  }

  /* For those who do not see the board: what changed, and what is said of it. */
  announce(changed, message = "") {
    if (changed.length > 3) this.said = `${changed.length} changes`;
    else if (changed.length) this.said = changed.map((key) => this.grid.spoken(key)).join("; ");
    const words = [this.said, message].filter(Boolean).join(". ");
    if (words !== this.live.textContent) this.live.textContent = words;
  }

  /* Input */

  /* Select an element, or with `more` one more of them. */
  select(key, focus = true, more = false) {
    if (!this.grid.nodes.has(key)) return;
    if (key !== this.selected) this.typed.end();
    this.grid.select(key, focus, more);
    this.symbols();
  }

  /* A click on an element, or a drag over it; all elements of one drag come into the state of the first. Where states are
     typed, a drag selects, and what is typed goes into all. */
  hit(key, first, cross = false) {
    const { [this.grid.mode]: allowed, cycle } = this.grid.kind(key);
    if (!allowed.length) return;
    this.select(key, true, first !== undefined && !cycle);
    if (this.noting && cycle && this.canNote(key)) return this.turnNote(key, first, cross);
    if (first === undefined || !allowed.includes(this.state[first] || "")) this.turn(key, cross);
    else if (cycle && (this.state[key] || "") !== (this.state[first] || "") && !this.isLocked(key))
      this.put(key, this.state[first] || "");
  }

  click(key) {
    this.hit(key);
    this.flush();
  }

  /* Whether an element holds what this mode cannot change */
  isLocked(key) {
    const [base] = (this.state[key] || "").split(OVER);
    return this.grid.mode === "play" && !["", ...this.grid.kind(key).play].includes(base);
  }

  key(event) {
    const handled = event.ctrlKey || event.metaKey ? this.command(event) : !event.altKey && this.stroke(event);
    if (handled) event.preventDefault();
  }

  command({ key, shiftKey }) {
    const name = key.toLowerCase();
    if (name === "z") this.press(shiftKey ? "redo" : "undo");
    else if (name === "y") this.press("redo");
    else if (name === "c" && !shiftKey) this.copy();
    else return false;
    return true;
  }

  stroke(event) {
    const { key, shiftKey } = event;
    const { grid, selected } = this;
    if (key.startsWith("Arrow")) {
      const next = neighbour(grid.touchable(), [selected, grid.places.get(selected)], key);
      this.select(next, true, shiftKey && grid.takesMany(next));
    } else if (key === "Escape") this.buttons[grid.mode].focus();
    else if (key === "Backspace" || key === "Delete") this.empty();
    else if (key === " " || key === "Enter") this.click(selected);
    else if (key.length === 1) this.type(event);
    else return false;
    return true;
  }

  type(event) {
    const { grid, selected } = this;
    const [{ key, timeStamp: time }, looks] = [event, grid.sheet.looks];
    const states = ["", ...grid.kind(selected)[grid.mode].filter(Boolean)];
    const withShift = this.canNote(selected) ? plain(event) : "";
    const shifted = withShift && !states.some((word) => looks[word]?.key === key);
    if (shifted || this.takesNotes) return this.typeNote(shifted ? withShift : key, time);
    const state = this.typed.state(key, time, states, looks, this.state[selected]);
    if (state === undefined) this.say(`No symbol here is typed with ${key}.`);
    else this.enter(state);
  }

  typeNote(key, time) {
    const { grid, selected } = this;
    const [{ notes }, noted] = [grid.kind(selected), this.notes[selected] || []];
    const find = (words) => this.typed.state(key, time, words, grid.sheet.looks);
    const word = find(notes.filter((own) => !noted.includes(own))) || find(notes);
    if (word) this.note(word);
    else this.say(`No note here is typed with ${key}.`);
  }

  /* What a click brings, or a press for a cross: the next state, if there is one */
  turn(key, cross = false) {
    const { cycle, [this.grid.mode]: allowed } = this.grid.kind(key);
    const [state, none] = [this.state[key] || "", this.grid.cross(key)];
    const clicks = cycle === true ? allowed : (cycle || []).filter((word) => allowed.includes(word));
    const next = cross ? none !== undefined && (state === none ? "" : none) : clicks[after(clicks, state)];
    if (typeof next === "string") this.put(key, next);
    return typeof next === "string";
  }

  /* Put a state on what is selected. */
  enter(next) {
    const { chosen } = this.grid;
    const open = chosen.filter((key) => !this.isLocked(key));
    for (const key of open.length ? open : chosen) this.put(key, next);
    this.flush();
  }

  /* Put a state on an element: here at once. */
  put(key, next) {
    if (this.line.silent) return;
    const { grid } = this;
    const [[base, over], locked] = [(this.state[key] || "").split(OVER), this.isLocked(key)];
    if (locked && !(over && !next)) return this.say(`${grid.places.get(key).label} is given; Edit changes it.`);
    const state = locked ? base : next; // what was written over a clue can be taken away
    if (state && !grid.kind(key)[grid.mode].includes(state) && !locked) return; // of several, some may not take it
    this.state = { ...this.state, [key]: state };
    this.unsent[key] = state;
    this.announce(this.paint());
  }

  /* Note a state in what is selected, or take the note away where all have it; "" takes all notes away. */
  note(word) {
    const open = this.grid.chosen.filter((key) => this.canNote(key) && !this.state[key]);
    const held = (key) => this.notes[key] || [];
    const all = open.every((key) => held(key).includes(word));
    for (const key of open) {
      const others = held(key).filter((own) => own !== word);
      this.putNotes(key, word ? [...others, ...(all ? [] : [word])] : []);
    }
    if (!open.length) this.say("Notes are written where nothing stands.");
    this.flush();
  }

  /* Where clicks go through states, they go through single notes as well. */
  turnNote(key, first, cross) {
    const [{ cycle, notes }, none, [held = ""]] = [this.grid.kind(key), this.grid.cross(key), this.notes[key] || []];
    const clicks = ["", ...(cycle === true ? notes : cycle.filter((word) => notes.includes(word)))];
    const next = cross ? (held === none ? "" : none) : clicks[after(clicks, held)];
    if (this.state[key]) return;
    this.putNotes(key, first === undefined ? [next].filter(Boolean) : this.notes[first] || []);
  }

  putNotes(key, words) {
    if (this.line.silent) return;
    const noted = this.grid.kind(key).notes.filter((word) => words.includes(word));
    this.notes = { ...this.notes, [key]: noted };
    this.marked[key] = noted;
    this.announce(this.paint());
    this.symbols();
  }

  /* Take away what stands in what is selected, or else what is noted there. */
  empty() {
    const { chosen } = this.grid;
    const noted = chosen.some((key) => !this.state[key] && this.notes[key]?.length);
    if (noted && !chosen.some((key) => this.state[key] && !this.isLocked(key))) this.note("");
    else this.enter("");
  }

  /* Python hears of all that one stroke has changed together, so that Undo takes it back together. */
  flush() {
    const [changes, notes, some] = [this.unsent, this.marked, this.isDrawing];
    Object.assign(this, { unsent: {}, marked: {} });
    if (some) this.send("set", { changes, notes });
  }

  /* The board as a text */

  read(text) {
    this.send("paste", { text });
  }

  async copy() {
    if (!(await this.line.answered())) return; // the text comes from Python, with the last entry in it
    const { picture } = this.model.get("ui");
    try {
      await navigator.clipboard.writeText(picture);
      this.say("Copied: the board is in the clipboard as a text.");
    } catch {
      this.ask("copy", "Copy this text:", picture, null);
    }
  }

  ask(name, label, content, use, rows) {
    ask(this.panel, label, content, use, () => this.buttons[name].focus(), rows);
  }
}

export default {
  render({ model, el }) {
    const view = new View(model, el);
    return () => view.close();
  },
};
