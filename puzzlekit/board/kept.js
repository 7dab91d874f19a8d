/* What a player did survives a closed page and a restarted kernel: the browser keeps positions by the puzzle that the
   board began with, each with the board's place in its notebook, and a button brings one back.

   A visit writes a position of its own, so that none is lost which is only offered. What the player takes away is gone
   from it; what Solve, Clear, a paste or Python replaces stays, and another position begins. */

import { html } from "./nodes.js";
import { Position } from "./position.js";
import { forget, recall, remember } from "./storage.js";
import { push } from "./tools.js";

const LOST = "Entries are not kept: this browser's storage is full or blocked.";
const LAST = 12; // positions of a puzzle, the last ones
const VISIT = 3; // of one visit

const newName = () => Math.random().toString(36).slice(2);

export class Kept {
  /* The board begins with the puzzle `key` now, and `here` is what stands there. */
  open({ key, place }, here) {
    if (key === this.key) return;
    const all = latest(recall(key));
    const offers = all.map((kept) => ({ ...kept, own: kept.place === place, position: new Position(kept.text) }));
    Object.assign(this, { key, place, names: [newName()], last: null });
    this.offers = offers.filter(({ position }) => !position.isIn(here)).sort((one, other) => other.own - one.own);
  }

  /* Keep what stands there, if some of it is the player's. With `inPlace` it may be less than before. `about` is what
     else is to be known of it. */
  save(here, isOwn, inPlace, about) {
    const text = isOwn ? String(here) : "";
    if (text === String(this.last ?? "")) return;
    if (!inPlace && this.last && !this.last.isIn(here)) this.names.unshift(newName());
    this.last = isOwn ? here : null;
    const [name, ...earlier] = this.names;
    const old = [name, ...earlier.slice(VISIT - 1)];
    const others = (recall(this.key) || []).filter((kept) => !old.includes(kept.name));
    const now = { ...about, name, place: this.place, text, time: Date.now() };
    const all = [...(isOwn ? [now] : []), ...others].slice(0, LAST);
    if (!all.length) forget(this.key);
    else if (!remember(this.key, all)) this.lost ??= LOST;
  }

  /* What is to be said of it, once */
  news() {
    const { lost = "" } = this;
    if (lost) this.lost = "";
    return lost;
  }

  /* One was brought back: only what differs from it is offered still. */
  take({ position }) {
    this.offers = this.offers.filter((offer) => !offer.position.isIn(position));
  }

  /* A list of what is offered, each as a button */
  choices(here, use) {
    return html(
      "div",
      { class: "pk-offers", role: "group", "aria-label": "Bring back" },
      this.offers.map((offer) => push(described(offer, here), { title: offer.text }, () => use(offer))),
    );
  }
}

/* Without what a newer one of the same place has, too */
function latest(all = []) {
  const read = all.map(({ place, text }) => [place, new Position(text)]);
  return all.filter((_, i) => !read.slice(0, i).some(([place, own]) => place === read[i][0] && read[i][1].isIn(own)));
}

function described({ own, title, time, position }, here) {
  const when = new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const [entries, notes] = [position.count("="), position.count("?")];
  const what = [
    position.puzzle !== here.puzzle && `edited puzzle (${title})`,
    entries && `${entries} ${entries === 1 ? "entry" : "entries"}`,
    notes && `notes in ${notes} ${notes === 1 ? "place" : "places"}`,
  ];
  return `${own ? "This board" : "Another board"}, ${when}: ${what.filter(Boolean).join(", ")}`;
}
