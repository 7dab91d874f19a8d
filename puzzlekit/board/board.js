/* The board in the browser: it shows a sheet as a grid and sends back what the reader does. It knows no puzzle.

   What the reader enters is shown at once; it stands when Python has answered it. */

import { Line, SILENCE } from "./asking.js";
import { OVER } from "./draw.js";
import { neighbour } from "./geometry.js";
import { Grid } from "./grid.js";
import { Typed, keepKeys } from "./keys.js";
import { Message } from "./message.js";
import { html } from "./nodes.js";
import { follow } from "./pointer.js";
import { ask, symbolButtons, toolbar } from "./tools.js";

const after = (list, item) => (list.indexOf(item) + 1) % list.length;

class View {
  constructor(model, el) {
    Object.assign(this, { model, said: "", typed: new Typed(), line: new Line(model, el, () => this.silence()) });
    const [bar, buttons] = toolbar((name) => this.press(name));
    this.buttons = buttons;
    this.live = html("div", { class: "pk-live", role: "status", "aria-live": "polite" });
    this.message = new Message();
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
      this.frame,
      this.palette,
      this.message.node,
      this.panel,
      this.live,
    ]);
    keepKeys(this.root);
    el.append(this.root);
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
    if (name === "copy") this.copy();
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

  get selected() {
    return this.grid.selected;
  }

  /* Whether something is drawn that Python has not been told yet */
  get isDrawing() {
    return Object.keys(this.unsent).length > 0;
  }

  /* What came from Python */

  build() {
    const [before, focused] = [this.grid?.selected, this.frame.matches(":focus-within")];
    const grid = (this.grid = new Grid(this.model.get("sheet"), this.line.id));
    Object.assign(this, { state: this.model.get("state"), unsent: {}, offered: null });
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
    if (!this.line.pending && !this.isDrawing) [this.state, this.grid.mode] = [this.model.get("state"), ui.mode];
    this.grid.svg.setAttribute("aria-busy", Boolean(this.line.pending));
    const changed = this.grid.paint(this.state, this.model.get("marks"));
    this.tools();
    this.report(changed);
  }

  silence() {
    this.root.classList.toggle("pk-silent", this.line.silent);
    this.report();
  }

  report(changed = []) {
    const { message, tone } = this.model.get("ui");
    if (this.line.silent) this.say(SILENCE, "bad", changed);
    else this.say(message, tone, changed);
  }

  tools() {
    const { grid, buttons } = this;
    const ui = this.model.get("ui");
    const off = { undo: !ui.undo, redo: !ui.redo };
    for (const name of ["solve", "hint", "check", "why", "next_step"]) off[name] = ui.running;
    for (const name of ["why", "next_step"]) buttons[name].hidden = !ui.explains;
    grid.svg.dataset.mode = grid.mode;
    for (const [name, node] of Object.entries(buttons)) {
      if (name === "edit" || name === "play") node.setAttribute("aria-pressed", grid.mode === name);
      else node.setAttribute("aria-disabled", Boolean(off[name]));
    }
    const left = !ui.running && document.activeElement === buttons.stop;
    buttons.stop.classList.toggle("pk-away", !ui.running);
    if (left) buttons.solve.focus(); // the focus must not get lost with the button
    this.symbols();
  }

  /* The palette: the states of the selected element, for those without a keyboard */
  symbols() {
    const { grid } = this;
    const kind = this.selected && grid.kind(this.selected);
    const states = kind && kind.cycle !== true ? kind[grid.mode] : [];
    const offered = JSON.stringify(states);
    if (this.offered === offered) return;
    this.palette.replaceChildren(...symbolButtons(states, grid.sheet.looks, (state) => this.enter(state)));
    this.offered = offered;
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
    if (first === undefined || !allowed.includes(this.state[first] || "")) this.turn(key, cross);
    else if (cycle && (this.state[key] || "") !== (this.state[first] || "") && !this.isLocked(key))
      this.put(key, this.state[first] || "");
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

  stroke({ key, shiftKey, timeStamp }) {
    const { grid, selected } = this;
    if (key.startsWith("Arrow")) {
      const next = neighbour(grid.touchable(), [selected, grid.places.get(selected)], key);
      this.select(next, true, shiftKey && grid.takesMany(next));
    } else if (key === "Escape") this.buttons[grid.mode].focus();
    else if (key === "Backspace" || key === "Delete") this.enter("");
    else if (key === " " || key === "Enter") this.turn(selected) && this.flush();
    else if (key.length === 1) this.type(key, timeStamp);
    else return false;
    return true;
  }

  type(key, time) {
    const { grid } = this;
    const states = ["", ...grid.kind(this.selected)[grid.mode].filter(Boolean)];
    const state = this.typed.state(key, time, states, grid.sheet.looks, this.state[this.selected]);
    if (state === undefined) this.say(`No symbol here is typed with ${key}.`);
    else this.enter(state);
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
    this.announce(grid.paint(this.state, this.model.get("marks")));
  }

  /* Python hears of all that one stroke has changed together, so that Undo takes it back together. */
  flush() {
    const changes = this.unsent;
    this.unsent = {};
    if (Object.keys(changes).length) this.send("set", { changes });
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

  ask(name, label, content, use) {
    ask(this.panel, label, content, use, () => this.buttons[name].focus());
  }
}

export default {
  render({ model, el }) {
    const view = new View(model, el);
    return () => view.close();
  },
};
