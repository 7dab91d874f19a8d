/* The pictures of a step of reasoning: which one is shown, the ways to the others, and the sum of rows behind it. */

import { html, unbroken } from "./nodes.js";
import { push } from "./tools.js";

const BUTTONS = [
  ["back", "\u25c0", "The picture before (Page up)"],
  ["forward", "\u25b6", "The next picture (Page down)"],
  ["details", "Details", "The rows that are added up, and how often each"],
];

export class Walk {
  constructor(press) {
    this.buttons = {};
    for (const [name, label, title] of BUTTONS) {
      const on = () => this.buttons[name].getAttribute("aria-disabled") !== "true" && press(name);
      this.buttons[name] = push(
        html("span", { "aria-hidden": "true" }, label),
        { title, "data-do": name, "aria-label": name === "details" ? label : title },
        on,
      );
    }
    const { back, forward, details } = this.buttons;
    this.count = html("span", { class: "pk-count" });
    this.node = html("span", { class: "pk-walk", role: "group", "aria-label": "Step", hidden: "" }, [
      back,
      this.count,
      forward,
      details,
    ]);
  }

  /* What Python says of the step, or nothing if none is told */
  show(walk) {
    this.node.hidden = !walk;
    if (!walk) return;
    this.buttons.details.hidden = !walk.sums.length; // not every step is a sum
    this.count.textContent = `${walk.at + 1} of ${walk.last + 1}`;
    this.buttons.back.setAttribute("aria-disabled", walk.at === 0);
    this.buttons.forward.setAttribute("aria-disabled", walk.at === walk.last);
  }
}

/* The sums as tables, one for each step and case */
export function tables(sums) {
  return html("div", { class: "pk-sums", tabindex: 0, role: "region", "aria-label": "Details" }, sums.map(table));
}

function table({ case: when, rows, total }) {
  const head = html(
    "tr",
    {},
    ["times", "row", "what it says"].map((name) => html("th", { scope: "col" }, name)),
  );
  const body = rows.map((cells) =>
    html(
      "tr",
      {},
      cells.map((cell) => html("td", {}, unbroken(cell))),
    ),
  );
  return html("table", {}, [
    ...(when ? [html("caption", {}, when)] : []),
    html("thead", {}, [head]),
    html("tbody", {}, body),
    html("tfoot", {}, [html("tr", {}, [html("td", { colspan: 3 }, total)])]),
  ]);
}
