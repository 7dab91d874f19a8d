/* A table of words where there is little room, as on a telephone: its places are as narrow as they have to be, and its
   words are broken or cut. Letters stay as large as they are; rows are higher, for notes in three lines. */

import { widthOf } from "./words.js";

const READABLE = 12; // pixels
const ROW = 40; // pixels of a row: the unit in which letters are measured
const NARROWEST = 3.4; // times the size of the letters: a place that is narrower says nothing
const BESIDE_NAMES = 0.26; // on both sides of the names at the left together
const SIGN = 0.5; // before them

/* The sheet as it fits into a room of so many pixels; the same sheet where it fits already, or never can. */
export function fitted(sheet, room) {
  const [left, top, right, bottom] = sheet.margin;
  const kinds = Object.values(sheet.kinds).filter(({ shape, letters }) => shape === "cell" && letters);
  if (!room || !kinds.length) return sheet;
  const { letters: large, width } = kinds[0];
  if (left + sheet.size[0] + right <= (room * large) / READABLE) return sheet;
  const letters = Math.min(large, READABLE / ROW);
  const units = (room * letters) / READABLE;
  const all = Object.entries(sheet.elements);
  const ofWords = ({ kind }) => sheet.kinds[kind].shape === "words";
  const names = all.filter(([, place]) => ofWords(place)).map(([, { text }]) => letters * widthOf(text));
  const own = Math.max(0, ...names) + BESIDE_NAMES;
  const by = (units - SIGN - own - right) / sheet.size[0];
  if (by * width < NARROWEST * letters) return sheet;
  const moved = ([x, ...more]) => [x < 0 ? -own : by * x, ...more];
  const elements = all.map(([key, place]) => [key, { ...place, at: moved(place.at) }]);
  const narrow = ([key, kind]) => [
    key,
    { ...kind, letters: kind.letters && letters, width: kind.shape === "words" ? own : by * kind.width },
  ];
  return {
    ...sheet,
    size: [by * sheet.size[0], sheet.size[1]],
    margin: [own + SIGN, top, right, bottom],
    elements: Object.fromEntries(elements),
    kinds: Object.fromEntries(Object.entries(sheet.kinds).map(narrow)),
    lines: sheet.lines.map(([x1, y1, x2, y2, ...look]) => [by * x1, y1, by * x2, y2, ...look]),
  };
}
