/* The grid of a board: one SVG, made from a sheet, which shows states, marks and what is selected. */

import { OVER, drawn, marked, noted, patterns, shape, shares, spokenState, text } from "./draw.js";
import { UNIT, circle, inRows, middle, outline, placesOf, ringed } from "./geometry.js";
import { fill, svg } from "./nodes.js";

export class Grid {
  constructor(sheet, id) {
    const [left, top, right, bottom] = sheet.margin;
    const [wide, tall] = [sheet.size[0] + left + right, sheet.size[1] + top + bottom];
    Object.assign(this, {
      sheet,
      id,
      places: placesOf(sheet),
      nodes: new Map(),
      state: {},
      marks: {},
      mode: "play",
      chosen: [],
    });
    this.ring = svg("path", { class: "pk-ring", "aria-hidden": "true" });
    this.svg = svg(
      "svg",
      {
        role: "grid",
        "aria-label": sheet.title,
        class: "pk-grid",
        style: `--across: ${wide}; --down: ${tall}`,
        viewBox: [-left, -top, wide, tall].map((value) => value * UNIT).join(" "),
      },
      [
        patterns(id),
        ...this.rows("cell", "label", "words"),
        this.lines(),
        ...this.rows("edge"),
        this.ring, // below the points, whose numbers it must not cut
        ...this.rows("point"),
      ],
    );
  }

  /* Elements at one height are a row, for those who hear the board. */
  rows(...shapes) {
    return inRows([...this.places].filter(([, { shape }]) => shapes.includes(shape))).map((row) =>
      svg(
        "g",
        { role: "row" },
        row.map(([key, place]) => this.element(key, place)),
      ),
    );
  }

  element(key, place) {
    const area = svg("path", { d: outline(place), class: "pk-area" });
    const content = svg("g");
    const never = ["edit", "play"].filter((mode) => !this.kind(key)[mode].length).map((mode) => ` pk-no-${mode}`);
    const look = { tabindex: -1, class: `pk-element pk-${place.shape}${never.join("")}`, "data-key": key };
    const node = svg("g", { role: "gridcell", ...look }, [area, content]);
    this.nodes.set(key, { node, content, shown: null });
    return node;
  }

  lines() {
    return svg(
      "g",
      { class: "pk-lines", "aria-hidden": "true" },
      this.sheet.lines.map(([x1, y1, x2, y2, thick, faint]) => {
        const ends = { x1: x1 * UNIT, y1: y1 * UNIT, x2: x2 * UNIT, y2: y2 * UNIT };
        return svg("line", { ...ends, class: thick ? "pk-thick" : faint ? "pk-faint" : "pk-thin" });
      }),
    );
  }

  kind(key) {
    return this.sheet.kinds[this.places.get(key).kind];
  }

  /* The state that says "nothing here", where there is one */
  cross(key) {
    const { cross, [this.mode]: allowed } = this.kind(key);
    return cross.find((state) => allowed.includes(state));
  }

  /* Whether several such elements can be selected: cells in which states are typed */
  takesMany(key) {
    return this.places.get(key)?.shape === "cell" && !this.kind(key).cycle;
  }

  touchable() {
    return [...this.places].filter(([key]) => this.kind(key)[this.mode].length);
  }

  /* Whether an element can hold a state at all; the number of a row cannot. */
  holds(key) {
    return this.kind(key).edit.length + this.kind(key).play.length > 0;
  }

  /* Draw what is no longer up to date; returns the elements whose state is another one. */
  paint(state, marks, notes = {}) {
    Object.assign(this, { state, marks, notes });
    const changed = [];
    for (const [key, entry] of this.nodes) {
      const shown = JSON.stringify([state[key] || "", marks[key] || {}, notes[key] || []]);
      if (shown !== entry.shown) this.paintOne(key, entry);
      if (entry.shown && (state[key] || "") !== entry.state) changed.push(key);
      Object.assign(entry, { shown, state: state[key] || "" });
    }
    return changed;
  }

  paintOne(key, { node, content }) {
    const [place, looks, { words = [], shares: values = {} }] = [
      this.places.get(key),
      this.sheet.looks,
      this.marks[key] || {},
    ];
    const [kind, notes] = [this.kind(key), this.notes[key] || []];
    const faint = Object.keys(values).length ? shares(place, kind, looks, values) : noted(place, kind, looks, notes);
    const parts = this.state[key] ? this.state[key].split(OVER).map((part) => looks[part]) : [];
    const given = parts.length && parts[0].look === "given" && place.shape === "cell";
    const dot = place.shape === "point" && !parts.length;
    const nodes = parts.flatMap((look, i) => drawn(look, place, i < parts.length - 1));
    const disc = place.shape === "point" ? nodes.splice(0, 1) : []; // it would hide a mark
    content.replaceChildren(
      ...(given ? [svg("path", { d: outline(place), class: "pk-tint" })] : []),
      ...(dot ? [svg("path", { d: circle(...place.at, 0.1), class: "pk-dot" })] : []),
      ...disc,
      ...marked(words, place, this.id),
      ...(parts.length ? [] : faint),
      ...nodes,
      ...(place.path ? [shape(place.path, place, "pk-fixed")] : []),
      ...(place.text ? [this.fixed(place)] : []),
    );
    node.setAttribute("aria-label", this.spoken(key));
  }

  /* What stands in a place always: a number, or a text that begins there */
  fixed(place) {
    const [x, y] = place.at;
    if (place.shape === "words") return text(x + 0.12, y, 0, place.text, "pk-line pk-word", place.letters);
    return text(...middle(place), 0.26, place.text, "pk-number");
  }

  spoken(key) {
    const [place, { words = [] }] = [this.places.get(key), this.marks[key] || {}];
    const held = this.holds(key) ? [spokenState(this.state[key] || "", this.sheet.looks)] : [];
    const notes = this.state[key] ? [] : this.notes[key] || [];
    const pencilled = notes.length
      ? [`notes ${notes.map((word) => spokenState(word, this.sheet.looks)).join(", ")}`]
      : [];
    return [place.label, ...held, ...pencilled, ...words].join(", ");
  }

  /* Put the ring around an element, which Tab then arrives at; with `more`, around those selected before as well. */
  select(key, focus, more = false) {
    const [before, now] = [this.nodes.get(this.selected), this.nodes.get(key)];
    if (before) fill(before.node, { tabindex: -1, "aria-selected": "false" }, []);
    fill(now.node, { tabindex: 0, "aria-selected": "true" }, []);
    this.selected = key;
    this.chosen = more && this.takesMany(key) ? [...new Set([...this.chosen, key])] : [key];
    this.ring.setAttribute("d", this.chosen.map((own) => ringed(this.places.get(own))).join(""));
    if (focus) now.node.focus({ preventScroll: true });
    if (focus) now.node.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
