/* The tree of a recorded search, with the LP point of each step on the board beside it: all of it is kept. */

import { LiveBoard } from "./live.js";
import { Model } from "./model.js";
import tree from "./tree.js";

export async function showTree(place, { values, steps, board }, python) {
  const [drawn, beside] = [document.createElement("div"), document.createElement("div")];
  place.replaceChildren(drawn, beside);
  const shown = board && new LiveBoard(beside, board, python);
  const told = fetch(steps).then((answer) => answer.json());
  const model = new Model(values, async ({ do: what, to, edit }) => {
    const { taken, nodes } = await told;
    const { ui, marks } = what === "go" ? taken[to] : nodes[to];
    model.apply({ ui: { ...ui, edit } });
    if (shown && marks) shown.model.apply({ marks });
  });
  tree.render({ model, el: drawn });
}
