/* The mouse, a finger or a pen on a grid. A drag along an edge, from one of its ends, draws it, or takes away what is drawn
   there, and it may go on along the next edges; a drag through cells brings them all into the state of the first. The
   right button and a long press make crosses, in the same ways. */

import { UNIT, along, away, cellAt, endAt, ways } from "./geometry.js";

const STEP = 0.1; // grid units between two places at which a drag is looked at: a fast one is heard of seldom
const AIMED = 0.45; // grid units along an edge after which the ring goes around it
const BEGINS = 0.3; // so near to the end of an edge, a finger begins to draw
const HOLD = 450; // milliseconds after which a press is a long one
const STILL = 0.25; // grid units by which a finger may shake meanwhile

/* A drag from place to place: calls `hit(key, {first, cross, drag})` for each, `first` being the one with which it
   began. What it has left, it has not passed. */
class Drag {
  constructor(places, place, key, hit) {
    Object.assign(this, { start: place, place, key, hit, first: undefined, cross: false, ways: ways(places) });
    this.cells = places.filter(([, { shape }]) => shape === "cell");
    this.cell = cellAt(this.cells, place);
    this.from = endAt(this.ways, place);
    this.draws = Boolean(this.from) && away(this.from, place) < BEGINS; // a finger that begins elsewhere scrolls
  }

  /* The edge that it is on, if there is one */
  under() {
    return this.from && along(this.ways, this.from, this.place);
  }

  take(key) {
    this.hit(key, { first: this.first, cross: this.cross, drag: true });
    this.first ??= key;
  }

  /* It is at the end of an edge, perhaps of the one that it is on. */
  arrive(end) {
    const passed = this.ways.arcs.find(({ from, to }) => from === this.from && to === end);
    if (passed) this.take(passed.key);
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
      const end = endAt(this.ways, this.place);
      if (end && end !== this.from) this.arrive(end);
      else if (!end && !this.under()) this.from = undefined;
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

/* With what a click or a drag selects: a range with Shift, one more or one less with Ctrl. */
const how = ({ shiftKey, ctrlKey, metaKey }) => (shiftKey ? "range" : ctrlKey || metaKey ? "toggle" : "");

/* Tells a player what is done on a grid: `hit(key, {how})` for a click and `hit(key, {first, cross, drag, how})` for a
   drag, `flush()` after each. `over(key)` is called while a drag goes along an edge. */
export function follow(grid, player, over) {
  let [drag, timer] = [null, 0];
  const { svg } = grid;
  const at = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [x / UNIT, y / UNIT];
  };
  const end = () => {
    clearTimeout(timer);
    player.flush();
  };
  svg.addEventListener("pointerdown", (event) => {
    const node = event.target.closest("[data-key]");
    const meant = grid.meant(event.target, at(event));
    const right = event.button === 2 || (event.button === 0 && event.ctrlKey && grid.crosses); // as one does on a Mac
    const places = grid.touchable();
    const key = places.some(([own]) => own === meant) ? meant : undefined;
    end();
    drag = null;
    if (event.button > 2 || event.button === 1 || (right && !grid.crosses)) return;
    drag = new Drag(places, at(event), key, (own, about) => player.hit(own, { ...about, how: how(event) }));
    drag.cross = right;
    drag.draws ||= grid.paints(key);
    const held = drag;
    if (event.pointerType === "touch") timer = setTimeout(() => drag === held && held.still && held.hold(), HOLD);
    // so that the rest is heard outside as well; captured by an element, for that is what is clicked then
    (node || svg).setPointerCapture(event.pointerId);
  });
  svg.addEventListener("mousedown", (event) => how(event) && event.preventDefault()); // the focus would select alone
  svg.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" && drag && !drag.draws) return; // the page scrolls
    const edge = event.buttons && drag?.go(at(event));
    if (edge && edge.ahead > AIMED) over(edge.key);
  });
  svg.addEventListener("pointerup", (event) => {
    const scrolls = event.pointerType === "touch" && !drag?.draws;
    const edge = !scrolls && drag?.go(at(event));
    if (edge && edge.isPast) drag.take(edge.key);
    else if (drag?.cross && drag.first === undefined && drag.key) drag.take(drag.key);
    end();
  });
  // CSS cannot say of a part of an SVG that a finger draws there.
  svg.addEventListener("touchmove", (event) => drag?.draws && event.preventDefault(), { passive: false });
  svg.addEventListener("pointercancel", () => {
    end();
    drag = null;
  });
  // a right click and a long press have their meaning here; with Shift the page's menu opens
  svg.addEventListener("contextmenu", (event) => {
    if (event.shiftKey || !grid.crosses) return;
    event.preventDefault();
    event.stopPropagation();
  });
  svg.addEventListener("click", (event) => {
    const key = grid.meant(event.target, at(event));
    const node = event.target.closest("[data-key]");
    const under = () => svg.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const left = event.detail && (node ? !node.contains(under()) : key !== drag?.key);
    const dragged = event.detail && drag?.first; // the end of a drag is no click
    if (key && !left && !dragged) player.click(key, how(event));
  });
  svg.addEventListener("dblclick", (event) => {
    const node = event.target.closest("[data-key]");
    if (node && !how(event)) grid.selectAlike(node.dataset.key);
  });
}
