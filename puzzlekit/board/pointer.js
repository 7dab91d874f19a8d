/* The mouse, a finger or a pen on a grid. A drag along an edge, from one of its ends, is as good as a click on it, and it
   may go on along the next edges; a drag through cells brings them all into the state of the first. The right button and
   a long press make crosses, in the same ways. */

import { UNIT, along, atEnd, cellAt } from "./geometry.js";

const STEP = 0.1; // grid units between two places at which a drag is looked at: a fast one is heard of seldom
const NEAR = 0.4; // so near to the end of an edge, a drag has gone along it
const HOLD = 450; // milliseconds after which a press is a long one
const STILL = 0.25; // grid units by which a finger may shake meanwhile

/* A drag from place to place: calls `hit(key, first, cross)` for each, `first` being the one with which it began. */
class Drag {
  constructor(places, place, key, hit) {
    Object.assign(this, { places, from: place, start: place, place, key, hit, first: undefined, cross: false });
    this.cells = places.filter(([, { shape }]) => shape === "cell");
    this.cell = cellAt(this.cells, place);
    this.draws = atEnd(places, place); // a finger that begins elsewhere scrolls
  }

  /* The edge that it is on, if there is one */
  under() {
    return along(this.places, this.from, this.place);
  }

  take(key) {
    this.hit(key, this.first, this.cross);
    this.first ??= key;
  }

  pass({ key, end }) {
    this.take(key);
    this.from = end;
  }

  enter(cell) {
    if (this.first === undefined && this.cell) this.take(this.cell);
    this.take(cell);
    this.cell = cell;
  }

  go([x, y]) {
    const [a, b] = this.place;
    const steps = Math.ceil(Math.hypot(x - a, y - b) / STEP);
    for (let step = 1; step <= steps; step++) {
      this.place = [a + ((x - a) * step) / steps, b + ((y - b) * step) / steps];
      const edge = this.under();
      if (edge && Math.hypot(this.place[0] - edge.end[0], this.place[1] - edge.end[1]) < NEAR) this.pass(edge);
      const cell = cellAt(this.cells, this.place);
      if (cell && cell !== this.cell) this.enter(cell);
    }
    return this.under();
  }

  get still() {
    return Math.hypot(this.place[0] - this.start[0], this.place[1] - this.start[1]) < STILL;
  }

  /* It was held for long: what it does from now on is drawn. */
  hold() {
    Object.assign(this, { cross: true, draws: true });
    if (this.key) this.take(this.key);
  }
}

/* Tells `ears` what is done on a grid: `over(key)` while a drag goes along an edge, `hit(key)` for a click and
   `hit(key, first, cross)` for a drag, `done()` after each. `ears.touchable()` are the places that can be touched, and
   `ears.paints(key)` says whether a finger that begins there draws, and `ears.crosses()` whether there are crosses. */
export function follow(grid, ears) {
  let [drag, timer] = [null, 0];
  const at = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(grid.getScreenCTM().inverse());
    return [x / UNIT, y / UNIT];
  };
  const end = () => {
    clearTimeout(timer);
    ears.done();
  };
  grid.addEventListener("pointerdown", (event) => {
    const node = event.target.closest("[data-key]");
    const right = event.button === 2 || (event.button === 0 && event.ctrlKey); // as one does on a Mac
    const places = ears.touchable();
    const key = places.some(([own]) => own === node?.dataset.key) ? node.dataset.key : undefined;
    end();
    drag = null;
    if (event.button > 2 || event.button === 1 || (right && !ears.crosses())) return;
    drag = new Drag(places, at(event), key, ears.hit);
    drag.cross = right;
    drag.draws ||= ears.paints(key);
    const held = drag;
    if (event.pointerType === "touch") timer = setTimeout(() => drag === held && held.still && held.hold(), HOLD);
    // so that the rest is heard outside as well; captured by an element, for that is what is clicked then
    (node || grid).setPointerCapture(event.pointerId);
  });
  grid.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" && drag && !drag.draws) return; // the page scrolls
    const edge = event.buttons && drag?.go(at(event));
    if (edge) ears.over(edge.key);
  });
  grid.addEventListener("pointerup", (event) => {
    const scrolls = event.pointerType === "touch" && !drag?.draws;
    const edge = !scrolls && drag?.go(at(event));
    if (edge) drag.pass(edge);
    else if (drag?.cross && drag.first === undefined && drag.key) drag.take(drag.key);
    end();
  });
  // CSS cannot say of a part of an SVG that a finger draws there.
  grid.addEventListener("touchmove", (event) => drag?.draws && event.preventDefault(), { passive: false });
  grid.addEventListener("pointercancel", () => {
    end();
    drag = null;
  });
  // a right click and a long press have their meaning here; with Shift the page's menu opens
  grid.addEventListener("contextmenu", (event) => {
    if (event.shiftKey || !ears.crosses()) return;
    event.preventDefault();
    event.stopPropagation();
  });
  grid.addEventListener("click", (event) => {
    const node = event.target.closest("[data-key]");
    const left = event.detail && !node?.contains(grid.getRootNode().elementFromPoint(event.clientX, event.clientY));
    const dragged = event.detail && drag?.first; // the end of a drag is no click
    if (!node || left || dragged) return;
    ears.hit(node.dataset.key);
    ears.done();
  });
}
