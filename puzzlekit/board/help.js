/* What keys do on a board, and what its colours, hatches and signs mean. It is read off the board's sheet. */

import { drawn, marked, pale, spokenState } from "./draw.js";
import { UNIT } from "./geometry.js";
import { html, svg } from "./nodes.js";
import { noted } from "./notes.js";
import { hasPen, penKeys } from "./pens.js";
import { shares } from "./shares.js";

const FEW = 12; // keys; of more only the first and the last are told
const MARKS = [
  ["wrong", "violates a rule"],
  ["over", "has too many"],
  ["met", "is satisfied"],
  ["hinted", "a hint, or the claim of a proof"],
  ["plus", "in a constraint that a proof adds, or part of a reason"],
  ["minus", "in a constraint that a proof subtracts"],
];

/* Two lists: keys and the legend */
export function help(grid, ui) {
  return html("div", { class: "pk-help" }, [
    html("div", {}, [html("h4", {}, "Keys"), rows(keys(grid, ui))]),
    html("div", {}, [html("h4", {}, "Signs"), rows(signs(grid, ui))]),
  ]);
}

const rows = (pairs) =>
  html(
    "dl",
    {},
    pairs.flatMap(([term, meaning]) => [html("dt", {}, term), html("dd", {}, meaning)]),
  );

function keys(grid, { explains }) {
  const kinds = [...new Set(grid.touchable().map(([key]) => grid.kind(key)))];
  const looks = grid.sheet.looks;
  const own = kinds.flatMap((kind) => kind[grid.mode]).filter((state) => state && looks[state].key);
  const cross = kinds
    .flatMap((kind) => kind.cross)
    .find((state) => kinds.some((kind) => kind[grid.mode].includes(state)));
  const cells = grid.touchable().some(([key]) => grid.takesMany(key));
  const cycles = kinds.some((kind) => kind.cycle);
  const edges = grid.touchable().some(([, { shape }]) => shape === "edge");
  const writes = (pen) => grid.mode === "play" && hasPen(grid.sheet, pen);
  const pens = writes("notes") ? penKeys(grid.sheet) : [];
  return [
    ["click, Space", cycles ? "the next state" : "select"],
    ["drag", edges ? "draw a line, or erase it" : cells && !cycles ? "select several" : "set places to the same state"],
    cross && ["right click, long press", spokenState(cross, looks)],
    ["arrows", "to the next place"],
    ["Home, End", "to the ends of a row; with Ctrl, of the board"],
    cells && ["Shift and arrows or a click", "select a range"],
    cells && ["Ctrl and a click, Ctrl+A", "add or remove one place; select all"],
    cells && ["double click", "select all places with the same entry, which are framed while one is selected"],
    ...typed(own, looks),
    writes("notes") && ["Shift and a key", "write or remove the note of this key"],
    writes("notes") && ["Alt+N", "switch between notes and entries"],
    writes("corners") && ["Alt+M", "write marks in corners"],
    writes("corners") && ["Tidy notes, in the menu", "an entry takes away the notes it makes impossible"],
    writes("colours") && ["Alt+L", "colour cells, by clicks, drags or numbers"],
    pens.length && [pens.map(([key]) => key).join(", "), `write ${pens.map(([, [, what]]) => what).join(", ")}`],
    ["Backspace, 0", "empty"].map((word) =>
      own.some((state) => looks[state].key === "0") ? word.replace(", 0", "") : word,
    ),
    ["Alt+H, Alt+C", "a hint, check"],
    explains && ["Alt+S", "the next step"],
    explains && ["Page up, Page down", "through the pictures of a step"],
    grid.mode === "edit" && grid.sheet.forms.length && ["Compose, in the menu", "choose clues and names from lists"],
    ["Trial", "return to the board before the trial with one press"],
    ["Full screen, in the menu", "the board as large as it fits"],
    ["Ctrl+Z, Ctrl+Y", "undo, redo"],
    ["Ctrl+C, Ctrl+V", "copy the position, paste"],
    ["Esc", "to the buttons"],
  ].filter(Boolean);
}

function typed(states, looks) {
  const all = [...new Map(states.map((state) => [looks[state].key, spokenState(state, looks)]))];
  if (states.some((state) => looks[state].text.length > 1))
    return [["a letter", "the first word with this letter; press again for the next word"]];
  const plain = all.every(([key, meaning]) => meaning.endsWith(key));
  if (all.length <= FEW && !plain) return all;
  return all.length ? [[`${all[0][0]} to ${all.at(-1)[0]}`, "the symbol of the key"]] : [];
}

function signs(grid, { explains }) {
  const [key, place] = [...grid.places].find(([own]) => grid.kind(own).play.length) || [];
  if (!key) return [];
  const [kind, looks] = [grid.kind(key), grid.sheet.looks];
  const entry = kind.play.find((state) => state && looks[state].look !== "given");
  const clue = Object.keys(looks).find(
    (state) => looks[state].look === "given" && (looks[state].text || looks[state].path),
  );
  const { hue } = Object.values(looks).find((look) => look.hue) || {};
  const marks = MARKS.filter(([word]) => explains || !["plus", "minus"].includes(word));
  const cell = { ...place, shape: "cell", at: [0, 0], width: 1, letters: 0, far: [1, 1] };
  const own = place.shape === "edge" ? { ...place, shape: "edge", at: [0, 0.5, 1, 0.5] } : cell;
  const picture = (nodes) => {
    const size = 0.94 * UNIT;
    const box = { viewBox: `${0.03 * UNIT} ${0.03 * UNIT} ${size} ${size}`, class: "pk-sample", "aria-hidden": "true" };
    return svg("svg", box, [nodes].flat());
  };
  const word =
    entry && (looks[entry].text || "").length > 2 ? { ...looks[entry], text: looks[entry].text[0] } : looks[entry];
  const known = { ...looks, [entry]: word };
  return [
    clue && [picture(drawn({ ...looks[clue] }, cell)), "given"],
    entry && [picture(drawn(word, own)), "filled in"],
    entry && explains && [picture(pale(word, own)), "known from steps or hints, but not entered"],
    hue && [picture(drawn(word, own, false, hue)), "part of a path, in the colour of its end"],
    kind.notes.includes(entry) && [picture(noted(own, kind, known, [entry])), "a note: a candidate of this place"],
    [picture(shares(own, kind, known, { [entry]: 0.5 })), "the value 1/2 in an LP solution"],
    ...marks.map(([mark, meaning]) => [
      picture(
        ["met", "over"].includes(mark)
          ? marked([mark], { ...cell, shape: "label", at: [0.5, 0.5] })
          : marked([mark], own, grid.id),
      ),
      meaning,
    ]),
  ].filter(Boolean);
}
