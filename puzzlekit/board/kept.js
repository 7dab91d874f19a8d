/* What was filled in survives a closed page: the browser keeps it by the puzzle, and a button brings it back. */

import { OVER } from "./draw.js";
import { forget, recall, remember } from "./storage.js";

const LOST = "Entries are not kept: this browser's storage is full or blocked.";

export class Kept {
  /* The puzzle is on the board now; `state` and `notes` are what stands there. */
  open(key, grid, state, notes) {
    if (key === this.key) return;
    Object.assign(this, { key, offered: null });
    const before = recall(key);
    const here = filled(grid, state, notes);
    if (before && !Object.keys({ ...here.state, ...here.notes }).length) this.offered = before;
  }

  /* Keep what stands there; returns what is to be said of it, which is said once. */
  save(grid, state, notes) {
    const now = filled(grid, state, notes);
    if (!Object.keys({ ...now.state, ...now.notes }).length) forget(this.key);
    else if (!remember(this.key, now) && !this.told) {
      this.told = true;
      return LOST;
    }
    return "";
  }

  /* What was kept, as far as it fits this board; it is offered once. */
  take(grid) {
    const { state, notes } = this.offered;
    this.offered = null;
    return filled(grid, state, notes);
  }
}

/* The entries and the notes of a board, without what is given */
function filled(grid, state, notes) {
  const kind = (key) => (grid.nodes.has(key) ? grid.kind(key) : { play: [], notes: [] });
  const some = (values, fits) =>
    Object.fromEntries(Object.entries(values).filter(([key, value]) => value.length && fits(kind(key), value)));
  return {
    state: some(state, ({ play }, word) => !word.includes(OVER) && play.includes(word)),
    notes: some(notes, (own, words) => words.every((word) => own.notes.includes(word))),
  };
}
