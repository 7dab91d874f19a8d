/* Clues in words: lists beside the grid, or below it, in letters that one can read. */

import { fill, html } from "./nodes.js";

const CLUE_SIGNS = { wrong: "✗", over: "✗", met: "✓" };
const CLUES = "Clues";

export class Lists {
  constructor(grid) {
    this.grid = grid;
    const listed = [...grid.places].filter(([key]) => grid.isListed(key));
    this.items = listed.map(([key, place]) => this.item(key, place));
    this.nodes = this.items.length
      ? [html("div", { class: "pk-clues", role: "listbox", "aria-label": CLUES }, this.items)]
      : [];
  }

  item(key, place) {
    const sign = html("span", { class: "pk-clue-sign", "aria-hidden": "true" });
    const look = { role: "option", tabindex: -1, class: "pk-clue", "data-key": key, "aria-selected": "false" };
    const node = html("div", look, [sign, html("span", { "aria-hidden": "true" }, place.text)]);
    this.grid.nodes.set(key, { node, sign });
    return node;
  }

  paint({ node, sign }, words, spoken) {
    sign.textContent = words.map((word) => CLUE_SIGNS[word]).find(Boolean) || "";
    fill(node, { class: ["pk-clue", ...words.map((word) => `pk-is-${word}`)].join(" "), "aria-label": spoken }, []);
  }

  listen(click) {
    for (const node of this.items) node.addEventListener("click", () => click(node.dataset.key));
  }
}
