/* Whoever is stuck on a puzzle pastes its link, here or behind the # of this page's address: a board opens with it. */

import { LiveBoard, told } from "./live.js";

const READING = "Python is loading, then the puzzle is drawn: some seconds the first time.";

export class Stuck {
  constructor(form, python) {
    Object.assign(this, { form, python, field: form.elements.link, place: document.querySelector("#board") });
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(this.field.value);
    });
    for (const link of document.querySelectorAll("[data-link]"))
      link.addEventListener("click", () => this.ask(link.dataset.link));
    addEventListener("hashchange", () => this.follow());
    this.follow();
  }

  /* What stands behind the # may be written with escapes, or not. */
  follow() {
    const text = readable(location.hash.slice(1));
    if (!text.includes(":") || location.hash === this.written) return; // a place on the page
    this.ask(text);
  }

  ask(text) {
    this.field.value = text;
    this.open(text);
  }

  async open(pasted) {
    const text = pasted.trim();
    if (!text) return;
    this.place.replaceChildren(told(READING));
    this.place.scrollIntoView({ block: "nearest" });
    const found = await this.python.read(text);
    if (this.field.value.trim() !== text) return; // another one was asked for meanwhile
    if (found.refused) return this.place.replaceChildren(told(found.refused, "refused"));
    const board = new LiveBoard(this.place, found, this.python);
    this.written = new URL(board.model.get("ui").link).hash;
    history.replaceState(null, "", this.written);
    if (found.others.length) this.place.prepend(this.choice(found, text));
    this.place.querySelector(".pk-board").scrollIntoView({ block: "nearest" });
  }

  /* What several kinds of puzzles read */
  choice({ type, others }, text) {
    const node = told(`Read as ${named(type)}. Or open it as `);
    for (const other of others) node.append(this.button(named(other), `${other}:${text}`), " ");
    return node;
  }

  button(name, text) {
    const node = Object.assign(document.createElement("button"), { type: "button", textContent: name });
    node.addEventListener("click", () => this.ask(text));
    return node;
  }
}

const named = (type) => type[0].toUpperCase() + type.slice(1);

function readable(text) {
  try {
    return text.includes("://") ? text : decodeURIComponent(text);
  } catch {
    return text; // a lone %
  }
}
