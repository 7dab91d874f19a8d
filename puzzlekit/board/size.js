/* How large a board is drawn, and whether it fills the screen, or the window in its place, as for a projector. The size and
   the projector are kept for all boards of this browser; a board that fills something begins as large as it fits. */

import { recall, remember } from "./storage.js";

const SIZES = [0.7, 0.85, 1, 1.2, 1.45, 1.75, 2.1, 2.5, 3];
const KEY = "size";
const PROJECTOR = "projector"; // the name of an event as well, for the boards that are there

export class Size {
  constructor(root, changed) {
    Object.assign(this, { root, changed, isFull: false, kept: recall(KEY) });
    this.draw();
    addEventListener(PROJECTOR, () => this.draw());
    root.addEventListener("fullscreenchange", () => this.fill(document.fullscreenElement === root));
  }

  set(size) {
    this.size = SIZES.includes(size) ? size : 1;
    this.root.style.setProperty("--size", this.size);
  }

  /* One size up (1) or down (-1) */
  step(by) {
    this.set(SIZES[SIZES.indexOf(this.size) + by] || this.size);
    if (!this.fills) this.keep();
    this.changed();
  }

  keep() {
    this.kept = this.size;
    remember(KEY, this.size);
  }

  get projects() {
    return recall(PROJECTOR) === true;
  }

  get fills() {
    return this.isFull || this.projects;
  }

  project() {
    remember(PROJECTOR, !this.projects);
    dispatchEvent(new Event(PROJECTOR));
  }

  canStep(by) {
    return SIZES.indexOf(this.size) + by in SIZES;
  }

  /* Where the browser has no full screen for a part of a page, the board covers the page. */
  async toggle() {
    const full = !this.isFull;
    try {
      if (full) await this.root.requestFullscreen();
      else await document.exitFullscreen();
    } catch {
      this.fill(full);
    }
  }

  fill(full) {
    this.isFull = full;
    this.draw();
  }

  draw() {
    this.set(this.fills ? 1 : this.kept);
    this.root.classList.toggle("pk-full", this.fills);
    this.root.classList.toggle("pk-projector", this.fills && !this.isFull);
    this.changed();
  }
}
