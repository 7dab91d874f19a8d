/* The pictures of a step of reasoning: which one is shown, and the ways to the others. */

import { html } from "./nodes.js";
import { push } from "./tools.js";

const BUTTONS = [
  ["back", "\u25c0", "The picture before (Page up)"],
  ["forward", "\u25b6", "The next picture (Page down)"],
];

export class Walk {
  constructor(press) {
    this.buttons = {};
    for (const [name, label, title] of BUTTONS) {
      const on = () => this.buttons[name].getAttribute("aria-disabled") !== "true" && press(name);
      this.buttons[name] = push(
        html("span", { "aria-hidden": "true" }, label),
        { title, "data-do": name, "aria-label": title },
        on,
      );
    }
    const { back, forward } = this.buttons;
    this.count = html("span", { class: "pk-count" });
    this.node = html("span", { class: "pk-walk", role: "group", "aria-label": "Step", hidden: "" }, [
      back,
      this.count,
      forward,
    ]);
  }

  /* What Python says of the step, or nothing if none is told */
  show(walk) {
    this.node.hidden = !walk;
    if (!walk) return;
    this.count.textContent = `${walk.at + 1} of ${walk.last + 1}`;
    this.buttons.back.setAttribute("aria-disabled", walk.at === 0);
    this.buttons.forward.setAttribute("aria-disabled", walk.at === walk.last);
  }
}
