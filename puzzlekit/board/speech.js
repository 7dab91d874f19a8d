/* For those who do not see the board: what changed and what is said of it, each of them once. */

import { html } from "./nodes.js";

const ONE_BY_ONE = 3; // changes that are told one by one
const LAST_WORDS = 4; // what was said last

export class Speech {
  constructor() {
    this.node = html("div", { class: "pk-live", role: "log", "aria-live": "polite", "aria-label": "What happened" });
    this.told = "";
  }

  add(words) {
    if (!words) return;
    this.node.append(html("p", {}, words));
    while (this.node.children.length > LAST_WORDS) this.node.firstChild.remove();
  }

  changes(changed, spoken) {
    this.add(changed.length > ONE_BY_ONE ? `${changed.length} changes` : changed.map(spoken).join("; "));
  }

  /* What Python says stands there until it says something else. */
  message(words) {
    if (words !== this.told) this.add(words);
    this.told = words;
  }
}
