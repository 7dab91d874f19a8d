/* The mouse, a finger or a pen on a grid. A drag along an edge, from one of its ends, is as good as a click on it; it may
   go on along the next edges. */

import { UNIT, along, atEnd } from "./geometry.js";

const STEP = 0.1; // grid units between two places at which a drag is looked at: a fast one is heard of seldom
const NEAR = 0.4; // so near to the end of an edge, a drag has gone along it

/* A drag from edge to edge: calls `hit(key, first)` for each, `first` being the edge with which it began. */
class Drag {
  constructor(places, place, hit) {
    Object.assign(this, { places, from: place, place, hit, first: undefined });
    this.draws = atEnd(places, place);
  }

  /* The edge that it is on, if there is one */
  under() {
    return along(this.places, this.from, this.place);
  }

  pass({ key, end }) {
    this.hit(key, this.first);
    this.first ??= key;
    this.from = end;
  }

  go([x, y]) {
    const [a, b] = this.place;
    const steps = Math.ceil(Math.hypot(x - a, y - b) / STEP);
    for (let step = 1; step <= steps; step++) {
      this.place = [a + ((x - a) * step) / steps, b + ((y - b) * step) / steps];
      const edge = this.under();
      if (edge && Math.hypot(this.place[0] - edge.end[0], this.place[1] - edge.end[1]) < NEAR) this.pass(edge);
    }
    return this.under();
  }
}

/* Calls `over(key)` while a drag goes along an edge, `hit(key)` for a click and `hit(key, first)` for a drag. */
export function follow(grid, touchable, over, hit) {
  let drag = null;
  const at = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(grid.getScreenCTM().inverse());
    return [x / UNIT, y / UNIT];
  };
  grid.addEventListener("pointerdown", (event) => {
    drag = event.button === 0 ? new Drag(touchable(), at(event), hit) : null;
    // so that the rest is heard outside as well; captured by an element, for that is what is clicked then
    (event.target.closest("[data-key]") || grid).setPointerCapture(event.pointerId);
  });
  grid.addEventListener("pointermove", (event) => {
    const edge = event.buttons && drag?.go(at(event));
    if (edge) over(edge.key);
  });
  grid.addEventListener("pointerup", (event) => {
    const edge = drag?.go(at(event));
    if (edge) drag.pass(edge);
  });
  // a finger that begins at the end of an edge draws; elsewhere it scrolls. CSS cannot say so of a part of an SVG.
  grid.addEventListener("touchmove", (event) => drag?.draws && event.preventDefault(), { passive: false });
  grid.addEventListener("pointercancel", () => (drag = null));
  grid.addEventListener("click", (event) => {
    const node = event.target.closest("[data-key]");
    const left = event.detail && !node?.contains(grid.getRootNode().elementFromPoint(event.clientX, event.clientY));
    const dragged = event.detail && drag?.first; // the end of a drag is no click
    if (node && !left && !dragged) hit(node.dataset.key);
  });
}
