/* What stands on a board: states and notes, as Python knows them or as the player has entered them since. */

import { OVER } from "./draw.js";
import { laid } from "./pens.js";
import { Position } from "./position.js";

export class Entries {
  constructor(model, grid) {
    Object.assign(this, { model, grid, unsent: {}, marked: {} }); // what Python has not been told, of states and notes
    this.take();
    const keys = Object.keys(grid.sheet.elements);
    this.groups = grid.sheet.groups.map((group) => group.map((index) => keys[index]));
  }

  /* As Python knows it */
  take() {
    [this.state, this.notes] = [this.model.get("state"), this.model.get("notes")];
  }

  /* Whether something is drawn that Python has not been told yet */
  get isDrawing() {
    return Object.keys({ ...this.unsent, ...this.marked }).length > 0;
  }

  base(key) {
    return (this.state[key] || "").split(OVER)[0];
  }

  /* Whether an element holds what this mode cannot change */
  isLocked(key) {
    return this.grid.mode === "play" && !["", ...this.grid.kind(key).play].includes(this.base(key));
  }

  /* Put a state on an element; false where that cannot be, for it is given. With `tidy`, what it makes impossible is
     noted no longer. */
  put(key, next, tidy) {
    const { grid, state } = this;
    const [over, locked] = [(state[key] || "").includes(OVER), this.isLocked(key)];
    if (locked && !(over && !next)) return false;
    const word = locked ? this.base(key) : next; // what was written over a clue can be taken away
    if (word && !grid.kind(key)[grid.mode].includes(word) && !locked) return true; // of several, some may not take it
    this.state = { ...state, [key]: word };
    this.unsent[key] = word;
    if (tidy && word) this.tidy(key, word);
    return true;
  }

  tidy(key, word) {
    for (const group of this.groups.filter((some) => some.includes(key)))
      for (const other of group) {
        const noted = this.notes[other] || [];
        const left = noted.filter((own) => laid(own).word !== word || laid(own).pen === "colours");
        if (left.length < noted.length) this.note(other, left);
      }
  }

  /* Note these words in an element, and no others. */
  note(key, words) {
    this.notes = { ...this.notes, [key]: words };
    this.marked[key] = words;
  }

  /* What Python is to be told, once; nothing if there is nothing */
  news() {
    const news = this.isDrawing && { changes: this.unsent, notes: this.marked };
    Object.assign(this, { unsent: {}, marked: {} });
    return news;
  }

  /* Draw a position of the same puzzle, of which Python hears otherwise. */
  lay(position) {
    if (position.puzzle !== this.here.puzzle) return;
    const [state, notes] = [{ ...this.state }, { ...this.notes }];
    for (const [key, sign, words] of position.said()) {
      if (sign === "=") state[key] = words;
      else notes[key] = words.split(", ").filter(Boolean);
    }
    Object.assign(this, { state, notes });
  }

  /* The position as Python knows it */
  get here() {
    return new Position(this.model.get("ui").position);
  }

  /* The position with what Python has not answered yet */
  position() {
    const position = this.here;
    const [state, notes] = [this.model.get("state"), this.model.get("notes")];
    if (this.state === state && this.notes === notes) return position;
    const words = (all, key) => (all[key] || []).join(", ");
    for (const key of this.grid.nodes.keys()) {
      if ((this.state[key] || "") !== (state[key] || "")) position.add(key, "=", this.state[key] || "");
      if (words(this.notes, key) !== words(notes, key)) position.add(key, "?", words(this.notes, key));
    }
    return position;
  }

  /* The same without what Solve has filled in, to be kept; and whether some of it is the player's */
  own() {
    const [ui, state, here] = [this.model.get("ui"), this.model.get("state"), this.position()];
    const isOwn = ui.touched || String(here) !== ui.position;
    for (const key of ui.filled) if (this.state[key] === state[key]) here.leaveOut(key);
    return [here, isOwn];
  }
}
