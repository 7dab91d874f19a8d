/* How a sheet is drawn: plain functions from places, looks and marks to SVG. */

import { UNIT, circle, middle, outline } from "./geometry.js";
import { svg } from "./nodes.js";
import { broken } from "./words.js";

export const OVER = "|"; // stands between a clue and what was written over it

/* A state in words; without a text or words of its own it goes by its name. */
export function spokenState(state, looks) {
  const said = (part) => (part ? looks[part].said || looks[part].text || part : "empty");
  return state.split(OVER).reverse().map(said).join(" over ");
}

/* A text in the middle of a place, or several lines: as large as it fits a unit, or in letters of a given size. */
export function text(x, y, share, content, className, letters = 0) {
  const lines = [content].flat();
  const fitting = (share / 0.72) * Math.min(1, 2.2 / Math.max(1, lines[0].length)); // a capital is 72% of its font
  const size = UNIT * (letters || fitting);
  const first = y * UNIT + size * (0.36 - 0.5 * (lines.length - 1));
  const at = { x: x * UNIT, y: first, "font-size": size, class: className };
  if (lines.length === 1) return svg("text", at, lines);
  const line = (part, i) => svg("tspan", { x: at.x, y: first + i * size }, part);
  return svg("text", at, lines.map(line));
}

/* One look in its element; `aside` is small and in the corner, for a clue that something else was written over. A line
   may have a hue. */
export function drawn(look, place, aside, hue) {
  const [x, y] = middle(place);
  const nodes = [];
  if (look.path) nodes.push(shape(look.path, place, `pk-${look.look}`, aside));
  const own = hue ? ` pk-hue-${hue}` : "";
  if (place.shape === "edge") nodes.push(...strokes(place.at, look, 1, `pk-stroke pk-${look.look}${own}`));
  if (place.shape === "point" && look.text) nodes.push(svg("path", { d: circle(x, y, 0.3), class: "pk-disc" }));
  if (look.text) {
    const share = { cell: 0.56, label: place.outer }[place.shape] || 0.34;
    const [left, top, size] = aside ? [x - 0.32, y - 0.3, 0.2] : [x, y, share];
    const letters = aside ? 0 : place.letters;
    const parts = letters ? broken(look.text, (0.94 * place.width) / letters) : [look.text];
    const name = `pk-text pk-${look.look}${place.letters ? " pk-word" : ""}`;
    nodes.push(text(left, top, size, parts, name, letters));
  }
  return nodes;
}

/* What is known of an element and was never entered there: hollow, and without a colour */
export function pale(look, place) {
  const core = place.shape === "edge" ? strokes(place.at, look, 1, "pk-stroke pk-core") : [];
  return svg("g", { class: "pk-pale" }, [...drawn(look, place, false), ...core]);
}

/* A path in the unit square of an element; `aside` as above. */
export function shape(path, place, className, aside = false) {
  const [x, y] = middle(place);
  const move = `translate(${(x - (aside ? 0.46 : 0.5)) * UNIT} ${(y - (aside ? 0.46 : 0.5)) * UNIT})`;
  const transform = `${move} scale(${UNIT * (aside ? 0.3 : 1)})`;
  return svg("path", { d: path, transform, class: `pk-shape ${className}` });
}

export function strokes([x, y, u, v], look, opacity = 1, className = `pk-stroke pk-${look.look}`, apart = 0.2) {
  const length = Math.hypot(u - x, v - y);
  return Array.from({ length: look.lines }, (_, i) => {
    const off = (i - (look.lines - 1) / 2) * apart;
    const [sx, sy] = [(-(v - y) / length) * off, ((u - x) / length) * off];
    const ends = { x1: (x + sx) * UNIT, y1: (y + sy) * UNIT, x2: (u + sx) * UNIT, y2: (v + sy) * UNIT };
    return svg("line", { ...ends, class: className, "stroke-opacity": opacity });
  });
}

/* A cell in a colour of the player's, and in a pattern of its own */
export function coloured(place, colour, id) {
  const d = outline(place);
  const look = { d, class: `pk-colour pk-colour-${colour}` };
  return svg("g", {}, [svg("path", look), svg("path", { d, fill: `url(#${id}-${colour})`, class: "pk-weave" })]);
}

/* The sign beside a label: the first that fits. */
const SIGNS = [
  [["wrong"], "✗"],
  [["over"], "✗"],
  [["plus", "minus"], "±"],
  [["plus"], "+"],
  [["minus"], "\u2212"],
  [["met"], "✓"],
];

/* Marks are shapes first, colours second: hatched or dotted outlines, ticks and crosses. */
export function marked(words, place, id) {
  const [x, y] = middle(place);
  const [, sign] = SIGNS.find(([all]) => all.every((word) => words.includes(word))) || [];
  if (place.shape === "label") {
    const [dx, dy] = [x < 0 ? -0.44 : x > place.far[0] ? 0.6 : 0, y < 0 ? -0.4 : y > place.far[1] ? 0.56 : 0];
    return sign ? [text(x + dx, y + dy, 0.26, sign, `pk-sign pk-${words.join(" pk-")}`)] : [];
  }
  if (place.shape === "words") {
    const before = text(place.at[0] - 0.35, y, 0.26, sign || "", `pk-sign pk-${words.join(" pk-")}`);
    return [...outlined(words, place, id), before];
  }
  const nodes = outlined(words, place, id);
  const size = place.shape === "point" ? 0.28 : 0.16; // a bridge passes by a point's corner
  return words.includes("met") ? [...nodes, text(x + 0.34, y + 0.34, size, "✓", "pk-sign")] : nodes;
}

function outlined(words, place, id) {
  const inset = place.shape === "words" ? 0 : 0.06;
  return words
    .filter((word) => word !== "met")
    .map((word) =>
      svg("path", { d: outline(place, inset), class: `pk-mark pk-mark-${word}`, fill: `url(#${id}-${word})` }),
    );
}

/* How the colours of cells are woven, so that they differ without being seen as colours */
const WEAVES = {
  yellow: "M2 2h1M6 6h1",
  green: "M0 8L8 0",
  blue: "M0 4H8",
  pink: "M4 0V8",
  orange: "M2 4H6M4 2V6",
  grey: "M0 0L8 8M0 8L8 0",
  inside: "M2 2h1M6 6h1",
  outside: "M0 4H8",
};

export function patterns(id) {
  const size = { width: 8, height: 8, patternUnits: "userSpaceOnUse" };
  const hatch = (name, d) => svg("path", { d, class: name in WEAVES ? "pk-weft" : `pk-hatch-${name}` });
  const pattern = (name, d) => svg("pattern", { id: `${id}-${name}`, ...size }, hatch(name, d));
  const diagonal = "M-2 2L2 -2M0 8L8 0M6 10L10 6";
  return svg("defs", {}, [
    pattern("wrong", diagonal),
    pattern("over", diagonal),
    pattern("plus", "M4 1V7M1 4H7"),
    pattern("minus", "M1 4H7"),
    ...Object.entries(WEAVES).map(([name, d]) => pattern(name, d)),
  ]);
}
