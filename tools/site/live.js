/* A board of the page: drawn at once from what the page keeps, and judged by Python once it is there.

   What was done before waits, as does what Python has not answered when it is stopped. */

import board from "./board.js";
import { Model } from "./model.js";
import { ENDED, SAID } from "./python.js";

const ASKS = ["hint", "check", "solve", "next_step", "note"]; // what Python may think about for long
const LATER = "Python is loading; the answer comes when Python is loaded.";
const STOPPED = "Stopped; the board is as it was. Python is loading again.";

export class LiveBoard {
  constructor(place, { type, text, values, own }, python) {
    Object.assign(this, { type, text, python, number: python.boards.length, unanswered: [], isOpen: false });
    this.memory = ""; // of what Python had when it was last asked something
    this.home = new URL("index.html", document.baseURI).href;
    this.model = new Model(this.linked(values), (content) => this.hear(content));
    this.status = document.createElement("p");
    Object.assign(this.status, { className: "beside", role: "status" });
    const drawn = document.createElement("div");
    place.replaceChildren(drawn, this.status);
    if (own) place.append(told("Here Solve runs the course's own solver; in the notebook it runs your function."));
    board.render({ model: this.model, el: drawn });
    python.add(this);
    new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && python.start()).observe(
      place,
    );
  }

  /* The board's address is one of this site. */
  linked(values) {
    return values.ui ? { ...values, ui: { ...values.ui, link: `${this.home}#${values.ui.link}` } } : values;
  }

  /* What the board sends */
  hear(content) {
    if (content.do === "stop") return this.stop(content.edit);
    this.unanswered.push(content);
    if (this.python.isThere) this.post(content);
    else if (this.python.isLost) this.refuse();
    else if (ASKS.includes(content.do)) this.say(LATER);
    this.python.start();
  }

  post(content) {
    if (!this.isOpen) this.open();
    this.python.post({ board: this.number, content });
  }

  open() {
    const { place, position, mode, checks } = this.model.get("ui");
    const options = { place, position, mode, checks, memory: this.memory };
    this.python.post({ board: this.number, type: this.type, text: this.text, options });
    this.isOpen = true;
  }

  /* What Python says */
  take(values) {
    const answered = this.unanswered.findIndex(({ edit }) => edit === values.ui?.edit);
    this.unanswered.splice(0, answered + 1);
    this.model.apply(this.linked(values));
  }

  /* Whether Python is there */
  tell(state) {
    this.status.textContent = SAID[state];
    this.isOpen = false;
    if (state === "ready") for (const content of this.unanswered) this.post(content);
    if (this.python.isLost) this.refuse();
  }

  /* Entries stay on the board, and the browser keeps them; what else was asked has no answer. */
  refuse() {
    const last = this.unanswered.at(-1);
    this.model.isLost = true;
    if (last && last.do !== "set") this.say(SAID[this.python.state], { tone: "bad" });
  }

  say(message, more = {}) {
    this.model.apply({ ui: { ...this.model.get("ui"), message, ...more } });
  }

  /* What was entered meanwhile is kept, what was asked is not. */
  stop(edit) {
    this.unanswered = this.unanswered.filter((content) => !ASKS.includes(content.do));
    for (const board of this.python.boards) if (board !== this) board.halt(STOPPED);
    this.halt(STOPPED, { edit });
    this.python.restart();
  }

  /* Python has died. A question may be the cause and is dropped; so may an action, which is tried once more. */
  recover() {
    const lost = this.unanswered.filter((content) => ASKS.includes(content.do) || content.again);
    this.unanswered = this.unanswered.filter((content) => !lost.includes(content));
    for (const content of this.unanswered) content.again = true;
    const { edit } = lost.at(-1) || this.model.get("ui");
    this.halt(ENDED, { edit, tone: "bad" });
  }

  /* Python ends, and with it what runs; the way back is in the memory. */
  halt(message, more = {}) {
    if (this.isOpen) this.say(message, { running: false, walk: null, ...more });
  }
}

export function told(text, name = "beside") {
  const node = document.createElement("p");
  Object.assign(node, { className: name, textContent: text });
  return node;
}
