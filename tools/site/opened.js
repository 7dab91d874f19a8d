/* The board of a puzzle that was asked for: by a link in a form or behind the # of this page's address, or as a new one. */

import { LiveBoard, told } from "./live.js";

const READING = "Python is loading, then the puzzle is drawn: some seconds the first time.";

export class Opened {
  constructor(place, python) {
    Object.assign(this, { place, python, asked: "", tell: () => {} });
    this.said = told("");
    this.said.setAttribute("role", "status");
    place.before(this.said);
    addEventListener("hashchange", () => this.follow());
  }

  /* What stands behind the # may be written with escapes, or not. */
  follow() {
    const text = readable(location.hash.slice(1));
    if (!text.includes(":") || location.hash === this.written) return; // a place on the page
    this.open(text);
  }

  /* `words` say which puzzle it is. */
  async open(pasted, words = "") {
    const text = pasted.trim();
    if (!text) return;
    this.asked = text;
    this.tell(text);
    this.place.replaceChildren();
    this.say(`${words} ${READING}`);
    this.said.scrollIntoView({ block: "nearest" });
    const found = await this.python.read(text);
    if (this.asked !== text) return; // another one was asked for meanwhile
    if (found.refused) return this.say(found.refused, "refused");
    this.say(words);
    const board = new LiveBoard(this.place, found, this.python);
    this.written = new URL(board.model.get("ui").link).hash;
    history.replaceState(null, "", this.written);
    if (found.others.length) this.place.prepend(this.choice(found, text));
    this.remind(found.type);
    this.place.querySelector(".pk-board").scrollIntoView({ block: "nearest" });
  }

  say(words, name = "beside") {
    Object.assign(this.said, { className: name, textContent: words.trim() });
  }

  /* The rules, where this page has them */
  remind(type) {
    const rules = document.querySelector(`.rules[data-type=${type}]`);
    if (!rules) return;
    const [folded, summary] = ["details", "summary"].map((name) => document.createElement(name));
    summary.textContent = "Rules";
    folded.append(summary, rules.cloneNode(true));
    this.place.prepend(folded);
  }

  /* What several kinds of puzzles read */
  choice({ type, others }, text) {
    const node = told(`Read as ${named(type)}. Or open it as `);
    for (const other of others) node.append(this.button(named(other), `${other}:${text}`), " ");
    return node;
  }

  button(name, text) {
    const node = Object.assign(document.createElement("button"), { type: "button", textContent: name });
    node.addEventListener("click", () => this.open(text));
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
