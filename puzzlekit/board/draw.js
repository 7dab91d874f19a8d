/* How a sheet is drawn: plain functions from places, looks and marks to SVG. */

import { UNIT, circle, middle, outline } from "./geometry.js";
import { svg } from "./nodes.js";

export const OVER = "|"; // stands between a clue and what was written over it

/* A state in words; without a text or words of its own it goes by its name. */
export function spokenState(state, looks) {
  const said = (part) => (part ? looks[part].said || looks[part].text || part : "empty");
  return state.split(OVER).reverse().map(said).join(" over ");
}

/* A text in the middle of a place: as large as it fits a unit, or in letters of a given size. */
export function text(x, y, share, content, className, letters = 0) {
  const fitting = (share / 0.72) * Math.min(1, 2.2 / Math.max(1, content.length)); // a capital is 72% of its font
  const size = UNIT * (letters || fitting);
  const at = { x: x * UNIT, y: y * UNIT + size * 0.36, "font-size": size, class: className };
  return svg("text", at, content);
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
    nodes.push(
      text(
        left,
        top,
        size,
        look.text,
        `pk-text pk-${look.look}${place.letters ? " pk-word" : ""}`,
        aside ? 0 : place.letters,
      ),
    );
  }
  return nodes;
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

/* Notes: small symbols, each in its own spot of a cell, or all in the middle between corner marks; words in columns; on
   an edge one after the other */
export function noted(place, kind, looks, notes, between = false) {
  if (place.shape === "edge") return notes.flatMap((state, i) => alongEdge(place.at, looks[state], i, notes.length));
  if (between) return inMiddle(place, looks, notes);
  if (Object.keys(kind.spots).length) return notes.map((state) => inSpot(place, kind.spots[state], looks[state]));
  return inColumns(place, looks, notes, kind.notes);
}

function inMiddle(place, looks, notes) {
  if (!notes.length) return [];
  const letters = Math.min(0.26, 0.95 / notes.length);
  return [text(...middle(place), 0, notes.map((state) => looks[state].text).join(""), "pk-note", letters)];
}

const CORNERS = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
];

/* Marks in the corners of a cell, then at its sides; of more than eight a ring */
export function cornered(place, looks, corners) {
  const [x, y] = middle(place);
  const many = corners.length > CORNERS.length;
  return corners.map((state, i) => {
    const turn = (2 * Math.PI * i) / corners.length;
    const [dx, dy] = many ? [Math.sin(turn), -Math.cos(turn)] : CORNERS[i];
    return text(x + 0.34 * dx, y + 0.34 * dy, 0, looks[state].text, "pk-note pk-corner", many ? 0.18 : 0.26);
  });
}

/* A cell in a colour of the player's, and in a pattern of its own */
export function coloured(place, colour, id) {
  const d = outline(place);
  const look = { d, class: `pk-colour pk-colour-${colour}` };
  return svg("g", {}, [svg("path", look), svg("path", { d, fill: `url(#${id}-${colour})`, class: "pk-weave" })]);
}

function inSpot(place, [left, top, size], look) {
  const [x, y] = [place.at[0] + left, place.at[1] + top];
  const move = `translate(${x * UNIT} ${y * UNIT}) scale(${size * UNIT})`;
  if (look.path) return svg("path", { d: look.path, transform: move, class: "pk-note" });
  return text(x + size / 2, y + size / 2, 0.66 * size, look.text, "pk-note");
}

/* Words in columns, up to six of them in two rows, as large as an entry; what has no room is cut, but words that differ
   look different. */
function inColumns(place, looks, notes, all) {
  const rows = Math.max(2, Math.ceil(notes.length / 3));
  const [wide, tall] = [place.width / Math.ceil(notes.length / rows), 1 / rows];
  const most = Math.min(0.9 * tall, place.letters || 0.72 * tall);
  const words = all.map((state) => looks[state].text);
  const room = Math.max(Math.floor(wide / (LETTER * most)), telling(words));
  const longest = Math.min(room, Math.max(...notes.map((state) => looks[state].text.length)));
  const letters = Math.min(most, wide / (LETTER * longest));
  return notes.map((state, i) => {
    const at = [place.at[0] + wide * (Math.floor(i / rows) + 0.5), place.at[1] + tall * ((i % rows) + 0.5)];
    return text(...at, 0, cut(looks[state].text, room), "pk-note", letters);
  });
}

const LETTER = 0.54; // how wide a letter is, of its size
const cut = (word, room) => (word.length > room ? `${word.slice(0, room - 1).trimEnd()}.` : word);

/* How many letters tell words apart, where they are cut */
function telling(words) {
  const lengths = Array.from({ length: Math.max(0, ...words.map((word) => word.length)) }, (_, i) => i + 1);
  return lengths.find((room) => new Set(words.map((word) => cut(word, room))).size === new Set(words).size) || 1;
}

function alongEdge([x, y, u, v], look, i, count) {
  const length = Math.hypot(u - x, v - y);
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const along = (i - (count - 1) / 2) * 0.3;
  const [a, b] = [(x + u) / 2 + dx * along, (y + v) / 2 + dy * along];
  if (look.text) return [text(a, b, 0.22, look.text, "pk-note")];
  return strokes([a - 0.12 * dx, b - 0.12 * dy, a + 0.12 * dx, b + 0.12 * dy], look, 1, "pk-note-line", 0.12);
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
