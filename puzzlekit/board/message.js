/* What Python says, in a place of a few lines. What is longer can be opened, and the place stays open: so nothing below it
   moves while one plays. Of a text that is told in parts, the part is seen that is spoken of. */

import { namesElements, sentences } from "./named.js";
import { html, unbroken } from "./nodes.js";

/* Sentences; one that names elements can be pointed at and reached by Tab. */
function pointable(text) {
  return sentences(text).flatMap((own) =>
    namesElements(own) ? html("span", { class: "pk-sentence", tabindex: 0 }, unbroken(own)) : unbroken(own),
  );
}

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
      const parts = this.light ? pointable : unbroken; // where there is a grid
      this.part = html("span", { class: "pk-part" }, parts(own));
      this.text.replaceChildren(...parts(before), this.part, ...parts(after));
      this.light?.();
      this.see();
    }
    this.fit();
  }

  /* Tell `light` which sentence is pointed at or else has the focus, "" for none. A finger points at nothing once it is
     up: it gives the focus, and takes it by a second tap, or by one elsewhere, also where that moves no focus. */
  listen(light) {
    let [pointed, again] = [null, false];
    const focused = () => this.text.querySelector(".pk-sentence:focus");
    const show = () => light((pointed ?? focused())?.textContent ?? "");
    const point = (node) => {
      pointed = node;
      show();
    };
    const press = ({ target }) => {
      again = Boolean(focused()?.contains(target));
      if (again) return;
      removeEventListener("pointerdown", press, true);
      focused()?.blur();
    };
    this.text.addEventListener("pointerover", ({ target, pointerType }) =>
      point(pointerType === "touch" ? null : target.closest(".pk-sentence")),
    );
    this.text.addEventListener("pointerout", () => point(null));
    this.text.addEventListener("focusin", () => {
      addEventListener("pointerdown", press, true);
      show();
    });
    this.text.addEventListener("focusout", show);
    this.text.addEventListener("click", () => again && focused()?.blur());
    this.light = () => point(null);
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
