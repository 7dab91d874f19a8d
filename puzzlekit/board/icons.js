/* The signs on the buttons, each a path of strokes in a square of 16 units. */

import { svg } from "./nodes.js";

const ICONS = {
  edit: "M3 13l.6-3L10.5 3l2.5 2.5L6 12.4zM9 4.5L11.5 7",
  play: "M5 3l8 5-8 5z",
  undo: "M6 3L3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6",
  redo: "M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10",
  notes: "M3 3h10v10H3zM5.5 5.5h1M9.5 5.5h1M5.5 8h1M9.5 8h1M5.5 10.5h1",
  corners: "M3 3h10v10H3zM4.5 5.5v-1h1M11.5 5.5v-1h-1M4.5 10.5v1h1M11.5 10.5v1h-1",
  colours: "M8 2.5c2.5 3 4 4.8 4 6.8a4 4 0 0 1-8 0c0-2 1.5-3.8 4-6.8zM6 10a2 2 0 0 0 2 1.5",
  hint: "M6 11.5h4M6.7 13.5h2.6M6 11.5c0-1.5-2-2.3-2-5a4 4 0 0 1 8 0c0 2.7-2 3.5-2 5",
  check: "M3 8.5l3.5 3.5L13 4.5",
  solve: "M9 2L4 9h3.5L7 14l5-7H8.5z",
  stop: "M4 4h8v8H4z",
  why: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.6 8 9.2 8 10M8 12.5v.5",
  next_step: "M3 3.5l5 4.5-5 4.5zM9.5 3.5v9M12.5 3.5v9",
  trial: "M4 14V2.5M4 3h8l-2 3 2 3H4",
  keep: "M4 14V2.5M7 6l2 2 4-4.5",
  restore: "M3 8a5 5 0 1 0 1.7-3.8M3 2.5v3h3M8 5.5V8l2 1.5",
  menu: "M3 4.5h10M3 8h10M3 11.5h10",
  help: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5V11M8 5v.5",
};

export function icon(name) {
  const look = { viewBox: "0 0 16 16", class: "pk-sign-of", "aria-hidden": "true" };
  return ICONS[name] && svg("svg", look, svg("path", { d: ICONS[name] }));
}
