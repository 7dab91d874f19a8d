/* The board in the browser: it draws a sheet as one SVG and sends back what the reader does. It knows no puzzle.

   What the reader enters is shown at once; it stands when Python has answered it (`ui.edit`). */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let count = 0; // views on this page, for names that must differ

class View {
  constructor(model, el) {
    const id = `pk${++count}-${Date.now().toString(36)}`;
    Object.assign(this, { model, id, sent: 0, pending: "", said: "", nodes: new Map() });
    const [bar, buttons] = toolbar((name) => this.press(name));
    this.buttons = buttons;
    this.live = html("div", { class: "pk-live", role: "status", "aria-live": "polite" });
    this.message = html("div", { class: "pk-message" });
    this.palette = html("div", { class: "pk-palette", role: "group", "aria-label": "Symbols" });
    this.frame = html("div", { class: "pk-frame" });
    this.panel = html("div", { class: "pk-panel", hidden: "" });
    // not on the SVG itself: that would make it a stop of its own for Tab
    this.frame.addEventListener("focusin", (event) => this.select(event.target.dataset.key, false));
    this.root = html("div", { class: "pk-board", "data-lm-suppress-shortcuts": "true" },
      [bar, this.frame, this.palette, this.message, this.panel, this.live]);
    el.append(this.root);
    this.listeners = { "change:sheet": () => this.build(), "change:state": () => this.refresh(),
      "change:marks": () => this.refresh(), "change:ui": () => this.refresh() };
    for (const [name, listener] of Object.entries(this.listeners)) model.on(name, listener);
    this.build();
  }

  close() {
    for (const [name, listener] of Object.entries(this.listeners)) this.model.off(name, listener);
  }

  send(what, more = {}) {
    this.model.send({ do: what, ...more });
  }

  /* Send what is shown before Python has answered: until then, an answer to something older must not undo it. */
  ahead(what, more) {
    this.pending = `${this.id}-${++this.sent}`;
    this.grid.setAttribute("aria-busy", "true");
    this.send(what, { ...more, edit: this.pending });
  }

  press(name) {
    if (name === "copy") this.copy();
    else if (name === "paste") this.ask(name, "Paste a picture or an id:", "", (text) => this.send("paste", { text }));
    else if (name === "edit" || name === "play") {
      this.mode = name; // at once: the kernel may be busy
      this.ahead("mode", { mode: name });
      this.tools();
    } else {
      const at = name === "why" || (name === "hint" && this.state[this.selected] === undefined);
      this.send(name, at ? { at: this.selected } : {});
    }
  }

  /* The sheet: everything that stays while the states change */

  build() {
    const sheet = this.model.get("sheet");
    const [left, top, right, bottom] = sheet.margin;
    const [wide, tall] = [sheet.size[0] + left + right, sheet.size[1] + top + bottom];
    this.sheet = sheet;
    this.mode = this.model.get("ui").mode;
    this.pending = ""; // what was entered belongs to another sheet
    this.places = new Map(Object.entries(sheet.elements).map(([key, place]) =>
      [key, { ...place, shape: sheet.kinds[place.kind].shape, far: sheet.size }]));
    this.nodes.clear();
    this.ring = svg("path", { class: "pk-ring", "aria-hidden": "true" });
    this.grid = svg("svg", { role: "grid", "aria-label": sheet.title, class: "pk-grid",
      style: `--across: ${wide}; --down: ${tall}`,
      viewBox: [-left, -top, wide, tall].map((value) => value * UNIT).join(" ") },
      [patterns(this.id), ...this.rows("cell", "label"), this.lines(), ...this.rows("edge"), ...this.rows("point"),
        this.ring]);
    this.grid.addEventListener("click", (event) => this.click(event));
    for (const name of ["down", "move", "up"]) {
      this.grid.addEventListener(`pointer${name}`, (event) => this.drag(event, name));
    }
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("paste", (event) => this.send("paste", { text: event.clipboardData.getData("text") }));
    this.frame.replaceChildren(this.grid);
    if (!this.nodes.has(this.selected)) this.selected = (this.touchable()[0] || [])[0];
    this.refresh();
    this.select(this.selected, false);
  }

  /* Elements at one height are a row, for those who hear the board. */
  rows(...shapes) {
    const order = ([, a], [, b]) => middle(a)[1] - middle(b)[1] || middle(a)[0] - middle(b)[0];
    const rows = new Map();
    for (const [key, place] of [...this.places].filter(([, { shape }]) => shapes.includes(shape)).sort(order)) {
      const height = middle(place)[1].toFixed(3);
      if (!rows.has(height)) rows.set(height, svg("g", { role: "row" }));
      rows.get(height).append(this.element(key, place));
    }
    return [...rows.values()];
  }

  element(key, place) {
    const area = svg("path", { d: outline(place), class: "pk-area" });
    const content = svg("g");
    const never = ["edit", "play"].filter((mode) => !this.kind(place)[mode].length).map((mode) => ` pk-no-${mode}`);
    const look = { tabindex: -1, class: `pk-element pk-${place.shape}${never.join("")}`, "data-key": key };
    const node = svg("g", { role: "gridcell", ...look }, [area, content]);
    this.nodes.set(key, { node, content, shown: null });
    return node;
  }

  lines() {
    return svg("g", { class: "pk-lines", "aria-hidden": "true" }, this.sheet.lines.map(([x1, y1, x2, y2, thick]) => {
      const ends = { x1: x1 * UNIT, y1: y1 * UNIT, x2: x2 * UNIT, y2: y2 * UNIT };
      return svg("line", { ...ends, class: thick ? "pk-thick" : "pk-thin" });
    }));
  }

  kind(place) {
    return this.sheet.kinds[place.kind];
  }

  touchable() {
    return [...this.places].filter(([, place]) => this.kind(place)[this.mode].length);
  }

  /* Whether a place can hold a state at all; the number of a row cannot. */
  holds(place) {
    return this.kind(place).edit.length + this.kind(place).play.length > 0;
  }

  /* What changes: states, marks, the tool bar */

  refresh() {
    const ui = this.model.get("ui");
    if (!this.pending || ui.edit === this.pending) {
      this.pending = "";
      this.grid.setAttribute("aria-busy", "false");
      this.state = this.model.get("state");
      this.mode = ui.mode;
    }
    const changed = this.paint();
    this.tools();
    this.say(ui.message, ui.tone, changed);
  }

  /* Draw what is no longer up to date; returns the elements whose state is another one. */
  paint() {
    const [marks, changed] = [this.model.get("marks"), []];
    for (const [key, entry] of this.nodes) {
      const [state, mark] = [this.state[key] || "", marks[key] || {}];
      const shown = JSON.stringify([state, mark]);
      if (shown !== entry.shown) this.paintOne(key, entry, state, mark);
      if (entry.shown && state !== entry.state) changed.push(key);
      Object.assign(entry, { shown, state });
    }
    return changed;
  }

  paintOne(key, { node, content }, state, { words = [], shares: values = {} }) {
    const [place, looks] = [this.places.get(key), this.sheet.looks];
    const parts = state ? state.split(OVER).map((part) => looks[part]) : [];
    const given = parts.length && parts[0].look === "given" && place.shape === "cell";
    const dot = place.shape === "point" && !parts.length;
    const nodes = parts.flatMap((look, i) => drawn(look, place, i < parts.length - 1));
    const disc = place.shape === "point" ? nodes.splice(0, 1) : []; // it would hide a mark
    content.replaceChildren(
      ...(given ? [svg("path", { d: outline(place), class: "pk-tint" })] : []),
      ...(dot ? [svg("path", { d: circle(...place.at, 0.1), class: "pk-dot" })] : []),
      ...disc,
      ...marked(words, place, this.id),
      ...(parts.length ? [] : shares(place, this.kind(place), looks, values)),
      ...nodes,
      ...(place.path ? [shape(place.path, place, "pk-fixed")] : []),
      ...(place.text ? [text(...middle(place), 0.26, place.text, "pk-number")] : []));
    node.setAttribute("aria-label", this.spoken(key));
  }

  spoken(key) {
    const [place, { words = [] }] = [this.places.get(key), this.model.get("marks")[key] || {}];
    const held = this.holds(place) ? [spokenState(this.state[key] || "", this.sheet.looks)] : [];
    return [place.label, ...held, ...words].join(", ");
  }

  tools() {
    const ui = this.model.get("ui");
    const off = { undo: !ui.undo, redo: !ui.redo };
    for (const name of ["solve", "hint", "check", "why", "next_step"]) off[name] = ui.running;
    for (const name of ["why", "next_step"]) this.buttons[name].hidden = !ui.explains;
    this.grid.dataset.mode = this.mode;
    for (const [name, node] of Object.entries(this.buttons)) {
      if (name === "edit" || name === "play") node.setAttribute("aria-pressed", this.mode === name);
      else node.setAttribute("aria-disabled", Boolean(off[name]));
    }
    const left = !ui.running && document.activeElement === this.buttons.stop;
    this.buttons.stop.classList.toggle("pk-away", !ui.running);
    if (left) this.buttons.solve.focus(); // the focus must not get lost with the button
    this.symbols();
  }

  /* The palette: the states of the selected element, for those without a keyboard */
  symbols() {
    const place = this.places.get(this.selected);
    const kind = place && this.kind(place);
    const states = kind && kind.cycle !== true ? kind[this.mode] : [];
    const offered = JSON.stringify([states, this.sheet.looks]);
    if (this.offered !== offered) {
      this.palette.replaceChildren(...symbolButtons(states, this.sheet.looks, (state) => this.enter(state)));
    }
    this.offered = offered;
  }

  say(message, tone = "", changed = []) {
    this.message.className = `pk-message ${tone ? `pk-${tone}` : ""}`;
    this.message.textContent = message;
    this.announce(changed, message);
  }

  /* For those who do not see the board: what changed, and what is said of it. */
  announce(changed, message = "") {
    if (changed.length > 3) this.said = `${changed.length} changes`;
    else if (changed.length) this.said = changed.map((key) => this.spoken(key)).join("; ");
    const words = [this.said, message].filter(Boolean).join(". ");
    if (words !== this.live.textContent) this.live.textContent = words;
  }

  /* Input */

  select(key, focus = true) {
    const [before, now] = [this.nodes.get(this.selected), this.nodes.get(key)];
    if (!now) return;
    if (before) fill(before.node, { tabindex: -1, "aria-selected": "false" }, []);
    fill(now.node, { tabindex: 0, "aria-selected": "true" }, []);
    this.selected = key;
    this.ring.setAttribute("d", outline(this.places.get(key), 0.02));
    this.symbols();
    if (focus) now.node.focus({ preventScroll: true });
    if (focus) now.node.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  click(event) {
    const node = event.target.closest("[data-key]");
    const place = node && this.places.get(node.dataset.key);
    if (this.dragged) return; // the end of a drag is no click
    if (!place || !this.kind(place)[this.mode].length) return;
    this.select(node.dataset.key);
    if (this.kind(place).cycle) this.cycle();
  }

  /* A drag along an edge, from one of its ends, is as good as a click on it. */
  drag(event, name) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.grid.getScreenCTM().inverse());
    const here = [at.x / UNIT, at.y / UNIT];
    if (name === "down") Object.assign(this, { from: event.button === 0 ? here : null, dragged: false });
    const key = this.from && event.buttons + (name === "up") && along(this.touchable(), this.from, here);
    if (name === "up") this.from = null;
    if (!key || name === "down") return;
    this.select(key, name === "up");
    this.dragged = name === "up";
    if (this.dragged && this.kind(this.places.get(key)).cycle) this.cycle();
  }

  key(event) {
    const handled = event.ctrlKey || event.metaKey ? this.command(event) : !event.altKey && this.stroke(event.key);
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  command(event) {
    const key = event.key.toLowerCase();
    if (key === "z") this.press(event.shiftKey ? "redo" : "undo");
    else if (key === "y") this.press("redo");
    else if (key === "c") this.copy();
    else return false;
    return true;
  }

  stroke(key) {
    const kind = this.kind(this.places.get(this.selected));
    if (ARROWS[key]) this.select(neighbour(this.touchable(), this.places.get(this.selected), ARROWS[key]));
    else if (key === "Escape") this.buttons[this.mode].focus();
    else if (key === "Backspace" || key === "Delete") this.enter("");
    else if (key === " " || key === "Enter") kind.cycle && this.cycle();
    else if (key.length === 1) return this.type(key, kind);
    else return false;
    return true;
  }

  type(key, kind) {
    const types = (state) => this.sheet.looks[state] && this.sheet.looks[state].key.toUpperCase() === key.toUpperCase();
    const state = ["", ...kind[this.mode]].find(types);
    if (state === undefined) this.say(`No symbol here is typed with ${key}.`);
    else this.enter(state);
    return true;
  }

  cycle() {
    const kind = this.kind(this.places.get(this.selected));
    const states = kind.cycle === true ? kind[this.mode] : kind.cycle.filter((state) => kind[this.mode].includes(state));
    this.enter(states[(states.indexOf(this.state[this.selected] || "") + 1) % states.length]);
  }

  /* Put a state on the selected element: here at once, and in Python. */
  enter(next) {
    const key = this.selected;
    const [states, [base, over]] = [this.kind(this.places.get(key))[this.mode], (this.state[key] || "").split(OVER)];
    const locked = !["", ...states].includes(base) && this.mode === "play";
    if (locked && !(over && !next)) return this.say(`${this.places.get(key).label} is given; Edit changes it.`);
    const state = locked ? base : next; // what was written over a clue can be taken away
    this.state = { ...this.state, [key]: state };
    this.announce(this.paint());
    this.ahead("set", { changes: { [key]: state } });
  }

  /* The board as a text */

  async copy() {
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
