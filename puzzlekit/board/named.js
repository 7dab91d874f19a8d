/* What a sentence names, such as "row 7", "cell (9,6)" or "the edge (1,1)-(2,1)": the elements of a grid. */

const NAMED =
  /\b(cell|point)s?\b|(\(\d+,\d+\)(?:-\(\d+,\d+\))?)|\b(row|column|box|house|clue)(?:e?s)? (\d+(?:(?:, | and | to )\d+)*)/gi;
const SENTENCE = /(?<=[.!?;]\s|\n)/;

export const sentences = (text) => text.split(SENTENCE);

export const namesElements = (text) => [...text.matchAll(NAMED)].some(([, kind]) => !kind);

/* The names of the elements */
export function named(text, { places, sheet }) {
  const found = new Set();
  let kind = "cell"; // of places in brackets, by the word before them
  for (const [, word, place, line, numbers] of text.matchAll(NAMED)) {
    if (word) kind = word.toLowerCase();
    const kinds = place?.includes("-") ? ["points", "cells"] : [kind, "cell", "point"];
    const key = place && kinds.map((own) => `${own} ${place}`).find((own) => places.has(own));
    if (key) found.add(key);
    for (const number of numbers?.match(/\d+/g) || [])
      for (const own of lined(line.toLowerCase(), number, places, sheet)) found.add(own);
  }
  return [...found];
}

/* The elements of a row, a column, a box, a house, or a clue */
function lined(line, number, places, sheet) {
  const keys = [...places.keys()];
  if (line === "clue") return keys.filter((key) => key === `clue ${number}`);
  if (line === "box") {
    const all = sheet.groups.map((group) => group.map((index) => keys[index]));
    return all[Math.floor((2 * all.length) / 3) + Number(number) - 1] || []; // after rows and columns
  }
  const [cells, points] = ["cell", "point"].map((shape) => keys.filter((key) => places.get(key).shape === shape));
  const [start, end] = line === "row" ? [` (${number},`, ""] : ["", `,${number})`];
  return (cells.length ? cells : points).filter((key) => key.includes(start) && key.endsWith(end));
}
