/* The mouse, a finger or a pen on a grid. A drag along an edge, from one of its ends, is as good as a click on it. */

import { UNIT, along } from "./geometry.js";

/* Calls `over(key)` while a drag goes along an edge, and `hit(key)` for a click or at the end of a drag. */
export function follow(grid, touchable, over, hit) {
  let [from, dragged] = [null, false];
  const at = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(grid.getScreenCTM().inverse());
    return [x / UNIT, y / UNIT];
  };
  const under = (event) => from && along(touchable(), from, at(event));
  grid.addEventListener("pointerdown", (event) => {
    from = event.button === 0 ? at(event) : null;
    dragged = false;
    // so that the rest is heard outside as well; captured by an element, for that is what is clicked then
    (event.target.closest("[data-key]") || grid).setPointerCapture(event.pointerId);
  });
  grid.addEventListener("pointermove", (event) => {
    const key = event.buttons && under(event);
    if (key) over(key);
  });
  grid.addEventListener("pointerup", (event) => {
    const key = under(event);
    [from, dragged] = [null, Boolean(key)];
    if (key) hit(key);
  });
  // a finger that begins at a point draws; elsewhere it scrolls. CSS cannot say so of a part of an SVG.
  const draws = (event) => event.target.closest(".pk-point") && event.preventDefault();
  grid.addEventListener("touchmove", draws, { passive: false });
  grid.addEventListener("pointercancel", () => (from = null));
  grid.addEventListener("click", (event) => {
    const node = event.target.closest("[data-key]");
    const left = event.detail && !node?.contains(grid.getRootNode().elementFromPoint(event.clientX, event.clientY));
    if (node && !left && !dragged) hit(node.dataset.key); // the end of a drag is no click
  });
}
