/* What Python says, in a place of three lines. What is longer can be opened, and the place stays open: so nothing below it
   moves while one plays. Where a text goes on, its end is seen. */

import { html } from "./nodes.js";

export class Message {
  constructor(attributes = {}) {
    this.text = html("div", { class: "pk-message", ...attributes });
    this.more = html("button", { type: "button", "data-do": "more" });
    this.more.addEventListener("click", () => this.open(!this.isOpen));
    this.side = html("div", { class: "pk-side" }, [this.more]);
    this.node = html("div", { class: "pk-said" }, [this.text, this.side]);
    this.open(false);
    new ResizeObserver(() => this.fit()).observe(this.text);
  }

  say(content, tone = "") {
    this.text.className = `pk-message ${tone ? `pk-${tone}` : ""}`;
    const before = this.text.textContent;
    this.text.textContent = content;
    if (before !== content) this.text.scrollTop = before && content.startsWith(before) ? this.text.scrollHeight : 0;
    this.fit();
  }

  open(open) {
    this.isOpen = open;
    this.node.classList.toggle("pk-open", open);
    this.more.textContent = open ? "Less" : "More";
    this.more.setAttribute("aria-expanded", open);
    this.fit();
  }

  /* The button is there where it is of use; a text that scrolls can be reached by Tab. */
  fit() {
    const long = this.text.scrollHeight > this.text.clientHeight + 1;
    this.more.classList.toggle("pk-away", !long && !this.isOpen);
    if (long) this.text.setAttribute("tabindex", 0);
    else this.text.removeAttribute("tabindex");
  }
}
