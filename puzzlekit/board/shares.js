/* LP values on a board, drawn and in words. */

import { drawn, spokenState, strokes, text } from "./draw.js";
import { UNIT, middle } from "./geometry.js";
import { svg } from "./nodes.js";

const NONE = 1e-6; // an LP value up to here is not drawn
const SURE = 1 - NONE; // one from here on is drawn as an answer
const LINES = 3; // values of words that have room in one cell

/* In a cell small symbols, each in its own spot, or words one below another; on an edge a line with its value. */
export function shares(place, kind, looks, values) {
  const sure = Object.entries(values).find(([, value]) => value > SURE);
  if (sure) return looks[sure[0]] ? drawn(looks[sure[0]], place, false) : [];
  const shown = Object.entries(values).filter(([state, value]) => value > NONE && looks[state]);
  if (place.shape === "cell" && !Object.keys(kind.spots).length) return listed(place, looks, shown);
  return shown.flatMap(([state, value]) => {
    const [x, y] = middle(place);
    const spot = kind.spots[state];
    if (!spot) return [...strokes(place.at, looks[state], value), text(x, y, 0.24, short(value), "pk-value")];
    const [left, top, size] = [x - 0.5 + spot[0], y - 0.5 + spot[1], spot[2]];
    const square = { x: left * UNIT, y: top * UNIT, width: size * UNIT, height: size * UNIT };
    const move = `translate(${left * UNIT} ${top * UNIT}) scale(${size * UNIT})`;
    const sign = looks[state].path
      ? svg("path", { d: looks[state].path, transform: move, class: "pk-share", "fill-opacity": 0.3 + 0.7 * value })
      : text(left + size / 2, top + size / 2, 0.56 * size, looks[state].text || short(value), "pk-small");
    return svg("g", {}, [
      told(looks, state, value),
      svg("rect", { ...square, class: "pk-share", "fill-opacity": 0.5 * value }),
      sign,
    ]);
  });
}

/* In words, each value behind the symbol that is seen; where none is seen, as on an edge, the value alone is. */
export function spokenShares(kind, looks, values) {
  const sure = Object.entries(values).find(([, value]) => value > SURE);
  if (sure) return looks[sure[0]] ? [spokenState(sure[0], looks)] : [];
  const shown = Object.entries(values).filter(([state, value]) => value > NONE && looks[state]);
  return shown.map(([state, value]) => {
    const told = kind.spots[state] ? `(${short(value)})` : short(value);
    return `${spokenState(state, looks)} ${told}`;
  });
}

const told = (looks, state, value) => svg("title", {}, `${looks[state].text || state}: ${+value.toFixed(3)}`);

/* Values of words: the largest first, each on a bar as long as its value */
function listed(place, looks, shown) {
  const [x, y] = place.at;
  const best = [...shown].sort(([, a], [, b]) => b - a);
  const tall = 1 / Math.max(2, Math.min(best.length, LINES));
  return best.slice(0, LINES).map(([state, value], i) => {
    const [top, letters] = [y + i * tall, Math.min(place.letters || 0.3, 0.85 * tall)];
    const bar = {
      x: x * UNIT,
      y: (top + 0.1 * tall) * UNIT,
      width: value * place.width * UNIT,
      height: 0.8 * tall * UNIT,
    };
    const words = `${looks[state].text} ${short(value)}`;
    const line = text(x + place.width / 2, top + tall / 2, 0, words, "pk-small", letters);
    return svg("g", {}, [
      told(looks, state, value),
      svg("rect", { ...bar, class: "pk-share", "fill-opacity": 0.3 }),
      line,
    ]);
  });
}

const short = (value) => value.toFixed(2).replace(/^0/, "").replace(/0$/, "");
