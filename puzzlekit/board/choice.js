/* What is selected on a grid: one element with the keyboard, and where states are typed perhaps more of them. */

import { OVER } from "./draw.js";
import { middle, outline, ringed } from "./geometry.js";
import { named } from "./named.js";
import { fill, svg } from "./nodes.js";

export class Choice {
  constructor(grid) {
    Object.assign(this, { grid, selected: undefined, chosen: [] });
    this.ring = svg("path", { class: "pk-ring", "aria-hidden": "true" });
    this.same = svg("path", { class: "pk-same", "aria-hidden": "true" }); // around all that hold the same
    this.lit = svg("path", { class: "pk-lit", "aria-hidden": "true" }); // what a sentence names
  }

  /* Go to an element, which Tab then arrives at. By `how` it is selected alone (""), with the others ("more"), with or
     without it where it is among them ("toggle"), or with all between it and the one before ("range"). */
  select(key, how = "") {
    const { grid, selected, chosen } = this;
    const many = how && grid.takesMany(key) && grid.takesMany(selected);
    const before = grid.nodes.get(selected);
    if (before) fill(before.node, { tabindex: -1 }, []);
    fill(grid.nodes.get(key).node, { tabindex: 0 }, []);
    this.selected = key;
    if (!many) this.choose([key]);
    else if (how === "range") this.choose([...this.between(selected, key), key]);
    else if (how === "toggle" && chosen.includes(key) && chosen.length > 1)
      this.choose(chosen.filter((own) => own !== key));
    else this.choose([...chosen.filter((own) => own !== key), key]);
  }

  choose(keys) {
    const { grid } = this;
    for (const key of this.chosen) fill(grid.nodes.get(key).node, { "aria-selected": "false" }, []);
    for (const key of keys) fill(grid.nodes.get(key).node, { "aria-selected": "true" }, []);
    this.chosen = keys;
    const drawn = keys.filter((key) => !grid.isListed(key));
    this.ring.setAttribute("d", drawn.map((key) => ringed(grid.places.get(key))).join(""));
    this.show();
  }

  /* Show which places hold the same as the selected one. */
  show() {
    const { grid, selected } = this;
    const alike = grid.takesMany(selected) ? this.alike(selected).filter((key) => key !== selected) : [];
    this.same.setAttribute("d", alike.map((key) => outline(grid.places.get(key), 0.1)).join(""));
  }

  /* Light what a sentence names. */
  light(sentence) {
    const { places, nodes, lists } = this.grid;
    const keys = named(sentence, this.grid);
    const drawn = keys.filter((key) => !this.grid.isListed(key));
    this.lit.setAttribute("d", drawn.map((key) => outline(places.get(key), 0.03)).join(""));
    for (const node of lists.items)
      node.classList.toggle(
        "pk-lit",
        keys.some((key) => nodes.get(key).node === node),
      );
  }

  /* All places that hold the same, given or not; none where nothing stands */
  alike(key) {
    const shown = (own) => this.grid.sheet.looks[(this.grid.state[own] || "").split(OVER).at(-1)];
    const same = (own) => shown(own) && shown(own).text === shown(key).text;
    return shown(key)?.text ? [...this.grid.nodes.keys()].filter((own) => this.grid.takesMany(own) && same(own)) : [];
  }

  between(one, other) {
    const [[a, b], [c, d]] = [one, other].map((key) => middle(this.grid.places.get(key)));
    const inside = ([x, y]) => x >= Math.min(a, c) && x <= Math.max(a, c) && y >= Math.min(b, d) && y <= Math.max(b, d);
    const all = this.grid.touchable().filter(([key]) => this.grid.takesMany(key));
    return all.filter(([key, place]) => key !== other && inside(middle(place))).map(([key]) => key);
  }
}
