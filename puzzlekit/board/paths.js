/* The colours of paths: lines that hang together with a place whose look has a hue are of that hue. */

import { OVER } from "./draw.js";
import { middle } from "./geometry.js";

/* The hue of each edge that is drawn, where it is known and no other hue meets it */
export function pathHues(places, state, { looks }) {
  const hue = (key) => looks[(state[key] || "").split(OVER)[0]]?.hue;
  const begins = [...places].filter(([key, { shape }]) => shape === "cell" && hue(key));
  const found = {};
  if (!begins.length) return found;
  const ways = new Map(); // a place -> the lines that end there, and their other ends
  const join = (from, to, key) => ways.set(from, [...(ways.get(from) || []), [key, to]]);
  for (const [key, { shape, at }] of places) {
    if (shape !== "edge" || !looks[state[key]]?.lines) continue;
    const [one, other] = [`${at.slice(0, 2)}`, `${at.slice(2)}`];
    join(one, other, key);
    join(other, one, key);
  }
  for (const [key, place] of begins) {
    const [open, seen] = [[`${middle(place)}`], new Set()];
    while (open.length) {
      const here = open.pop();
      if (seen.has(here)) continue;
      seen.add(here);
      for (const [edge, next] of ways.get(here) || []) {
        const own = found[edge] ?? hue(key);
        found[edge] = own === hue(key) ? own : 0;
        open.push(next);
      }
    }
  }
  return found;
}
