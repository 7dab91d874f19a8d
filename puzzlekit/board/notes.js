/* What a player notes in a place: small symbols, corner marks, words in columns, lines along an edge. */

import { strokes, text } from "./draw.js";
import { UNIT, middle } from "./geometry.js";
import { svg } from "./nodes.js";
import { cut, widthOf } from "./words.js";

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

function inSpot(place, [left, top, size], look) {
  const [x, y] = [place.at[0] + left, place.at[1] + top];
  const move = `translate(${x * UNIT} ${y * UNIT}) scale(${size * UNIT})`;
  if (look.path) return svg("path", { d: look.path, transform: move, class: "pk-note" });
  return text(x + size / 2, y + size / 2, 0.66 * size, look.text, "pk-note");
}

/* Words in columns, up to six of them in two rows, as large as an entry; where that makes them smaller, in one row more.
   What has no room is cut, but words that differ look different. */
function inColumns(place, looks, notes, all) {
  const words = notes.map((state) => looks[state].text);
  const shortest = Math.max(telling(all, looks), LEAST);
  const least = Math.max(2, Math.ceil(words.length / 3));
  const [few, more] = [least, least + 1].map((rows) => columns(place, words, rows, shortest));
  const { rows, wide, room, letters } = more.letters > few.letters ? more : few;
  return words.map((word, i) => {
    const at = [place.at[0] + wide * (Math.floor(i / rows) + 0.5), place.at[1] + ((i % rows) + 0.5) / rows];
    return text(...at, 0, cut(word, room), "pk-note", letters);
  });
}

/* How wide a column is in so many rows, how many letters of a word it takes, and how large they are */
function columns(place, words, rows, shortest) {
  const wide = place.width / Math.ceil(words.length / rows);
  const most = Math.min(0.9 / rows, place.letters || 0.72 / rows);
  const widest = (room) => Math.max(...words.map((word) => widthOf(cut(word, room)))) + GAP;
  const rooms = Array.from({ length: Math.max(...words.map((word) => word.length)) }, (_, i) => i + 1);
  const room = Math.max(rooms.findLast((own) => widest(own) * most <= wide) || 1, shortest);
  return { rows, wide, room, letters: Math.min(most, wide / widest(room)) };
}

const GAP = 0.2; // between words, of the size of letters
const LEAST = 4; // three letters and a full stop: of fewer nobody guesses the word

/* How many letters tell words apart, where they are cut */
function telling(states, looks) {
  const words = states.map((state) => looks[state].text);
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
