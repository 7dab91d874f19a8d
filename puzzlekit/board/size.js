/* How large a board is drawn, and whether it fills the screen. The size is kept for all boards of this browser; on a full
   screen a board begins as large as it fits. */

import { recall, remember } from "./storage.js";

const SIZES = [0.7, 0.85, 1, 1.2, 1.45, 1.75, 2.1, 2.5, 3];
const KEY = "size";

export class Size {
  constructor(root, changed) {
    Object.assign(this, { root, changed, isFull: false });
    this.set(recall(KEY));
    this.kept = this.size;
    root.addEventListener("fullscreenchange", () => this.fill(document.fullscreenElement === root));
  }

  set(size) {
    this.size = SIZES.includes(size) ? size : 1;
    this.root.style.setProperty("--size", this.size);
  }

  /* One size up (1) or down (-1) */
  step(by) {
    this.set(SIZES[SIZES.indexOf(this.size) + by] || this.size);
    if (!this.isFull) this.keep();
    this.changed();
  }

  keep() {
    this.kept = this.size;
    remember(KEY, this.size);
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
    this.set(full ? 1 : this.kept);
    this.root.classList.toggle("pk-full", full);
    this.changed();
  }
}
