/* What a player does on a board, by mouse, finger and keyboard alike: select, enter, note, paint. */

import { laid, notable, written } from "./pens.js";

const after = (list, item) => (list.indexOf(item) + 1) % list.length;

export class Player {
  constructor(view) {
    this.view = view;
    this.pen = "entry"; // or one of PENS
  }

  get grid() {
    return this.view.grid;
  }

  get entries() {
    return this.view.entries;
  }

  state(key) {
    return this.entries.state[key] || "";
  }

  notes(key) {
    return this.entries.notes[key] || [];
  }

  /* Whether a pen can write in an element now */
  takes(key, pen = this.pen) {
    return pen !== "entry" && this.grid.mode === "play" && key !== undefined && this.grid.kind(key)[pen].length > 0;
  }

  /* A click on an element, or a drag over it; all elements of one drag come into the state of the first. Where states are
     typed, a drag selects, and what is typed goes into all. */
  hit(key, { first, cross = false, drag = false, how = "" } = {}) {
    if (this.pen === "colours") return this.takes(key) && this.colour(key, first);
    const { [this.grid.mode]: allowed, cycle } = this.grid.kind(key);
    if (!allowed.length) return;
    if (how && !drag && this.grid.takesMany(key)) return this.view.select(key, true, how);
    this.view.select(key, true, (first !== undefined || how) && !cycle ? "more" : "");
    if (cycle && this.takes(key)) return this.turnNote(key, first, cross, drag);
    if (first === undefined || !allowed.includes(this.state(first))) this.turn(key, cross, drag);
    else if (cycle && this.state(key) !== this.state(first) && !this.entries.isLocked(key))
      this.put(key, this.state(first));
  }

  click(key, how) {
    this.hit(key, { how });
    this.flush();
  }

  /* What a click brings, or a press for a cross: the next state, if there is one */
  turn(key, cross = false, drag = false) {
    const { cycle, [this.grid.mode]: allowed } = this.grid.kind(key);
    const [state, none] = [this.state(key), this.grid.cross(key)];
    const clicks = cycle === true ? allowed : (cycle || []).filter((word) => allowed.includes(word));
    const next = cross ? none !== undefined && (state === none ? "" : none) : this.next(clicks, state, drag && key);
    if (typeof next === "string") this.put(key, next);
  }

  /* The word after this one, in a circle. A drag along an edge `dragged` draws lines and takes them away; crosses are
     left out, and drawn over. */
  next(words, word, dragged) {
    const none = dragged && this.grid.places.get(dragged).shape === "edge" ? this.grid.cross(dragged) : undefined;
    const some = words.filter((own) => own !== none);
    return some[after(some, word === none ? "" : word)];
  }

  /* Put a state on what is selected. */
  enter(next) {
    const { chosen } = this.grid;
    const open = chosen.filter((key) => !this.entries.isLocked(key));
    for (const key of open.length ? open : chosen) this.put(key, next);
    this.flush();
  }

  /* Put a state on an element: here at once. */
  put(key, next) {
    if (this.view.line.silent) return;
    if (this.entries.put(key, next, this.view.tidies)) this.view.paintOwn();
    else this.view.say(`${this.grid.places.get(key).label} is given; press Edit to change it.`);
  }

  /* Write a word in what is selected, or take it away where all have it; "" takes away all that this pen has written. */
  note(word, pen = this.pen) {
    const open = this.grid.chosen.filter((key) => this.takes(key, pen) && (pen === "colours" || !this.state(key)));
    const all = open.every((key) => this.notes(key).includes(word));
    for (const key of open) {
      const others = this.notes(key).filter((own) => own !== word && (pen !== "colours" || laid(own).pen !== pen));
      const left = others.filter((own) => word || laid(own).pen !== pen);
      this.putNotes(key, word && !all ? [...left, word] : left);
    }
    if (!open.length) this.view.say("Notes go into empty cells.");
    this.flush();
  }

  /* Where clicks go through states, they go through single notes as well. */
  turnNote(key, first, cross, drag) {
    const [{ cycle }, none] = [this.grid.kind(key), this.grid.cross(key)];
    const words = written(this.grid.kind(key), this.pen);
    const held = this.notes(key).find((word) => words.includes(word)) || "";
    const clicks = ["", ...(cycle === true ? words : cycle.filter((word) => words.includes(word)))];
    const next = cross ? (held === none ? "" : none) : this.next(clicks, held, drag && key);
    if (this.state(key)) return;
    this.putLayer(key, first === undefined ? [next].filter(Boolean) : this.notes(first));
  }

  /* A click or a drag in colour: of two colours one after the other, of more the one that was picked last. */
  colour(key, first) {
    const colours = written(this.grid.kind(key), "colours");
    const clicks = ["", ...(colours.length > 2 ? [colours.includes(this.picked) ? this.picked : colours[0]] : colours)];
    const held = this.notes(key).find((word) => colours.includes(word)) || "";
    const next = clicks.includes(held) ? this.next(clicks, held) : clicks[1];
    this.view.select(key);
    this.putLayer(key, first === undefined ? [next].filter(Boolean) : this.notes(first));
  }

  /* Of these words those of the pen, in place of what it has written before */
  putLayer(key, words) {
    const own = (word) => laid(word).pen === this.pen;
    this.putNotes(key, [...this.notes(key).filter((word) => !own(word)), ...words.filter(own)]);
  }

  putNotes(key, words) {
    if (this.view.line.silent) return;
    this.entries.note(
      key,
      notable(this.grid.kind(key)).filter((word) => words.includes(word)),
    );
    this.view.paintOwn();
    this.view.symbols();
  }

  /* Take away what stands in what is selected, or else what is noted there. */
  empty() {
    const { chosen } = this.grid;
    const pens = ["notes", "corners", "colours"];
    const filled = chosen.some((key) => this.state(key) && !this.entries.isLocked(key));
    const pen = pens.find((own) => chosen.some((key) => this.notes(key).some((word) => laid(word).pen === own)));
    if (this.pen === "colours" || (!filled && pen)) this.note("", this.pen === "colours" ? this.pen : pen);
    else this.enter("");
  }

  /* Python hears of all that one stroke has changed together, so that Undo takes it back together. */
  flush() {
    const news = this.entries.news();
    if (!news) return;
    this.view.entered(news);
    this.view.keep();
  }
}
