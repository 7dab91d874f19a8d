/* What Python says, in a place of a few lines. What is longer can be opened, and the place stays open: so nothing below it
   moves while one plays. Of a text that is told in parts, the part is seen that is spoken of. */

import { html, unbroken } from "./nodes.js";

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

  /* `part` is what is spoken of, which is all of it if nothing else is said. */
  say(content, tone = "", part = content) {
    this.text.className = `pk-message ${tone ? `pk-${tone}` : ""}`;
    if (this.text.textContent !== content) {
      const [from, length] = content.includes(part) ? [content.lastIndexOf(part), part.length] : [0, content.length];
      const [before, own, after] = [
        content.slice(0, from),
        content.slice(from, from + length),
        content.slice(from + length),
      ];
      this.part = html("span", {}, unbroken(own));
      this.text.replaceChildren(...unbroken(before), this.part, ...unbroken(after));
      this.see();
    }
    this.fit();
  }

  /* Scroll to the end of what is spoken of, but where it has no room to its beginning: by whole lines, so that none is
     cut. */
  see() {
    const [place, own] = [this.text, this.part].map((node) => node.getBoundingClientRect());
    const line = parseFloat(getComputedStyle(this.text).lineHeight);
    const top = own.top - place.top + this.text.scrollTop;
    this.text.scrollTop = Math.round(Math.min(top, top + own.height - this.text.clientHeight) / line) * line;
  }

  open(open) {
    this.isOpen = open;
    this.node.classList.toggle("pk-open", open);
    this.more.textContent = open ? "Less" : "More";
    this.more.setAttribute("aria-expanded", open);
    if (this.part) this.see();
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
