/* The grid of a board: one SVG, made from a sheet, which shows states, marks and what is selected. */

import { Choice } from "./choice.js";
import { OVER, coloured, drawn, marked, pale, patterns, shape, spokenState, text } from "./draw.js";
import { UNIT, beside, circle, inRows, middle, numbered, outline, placesOf, target } from "./geometry.js";
import { Lists } from "./lists.js";
import { svg } from "./nodes.js";
import { cornered, noted } from "./notes.js";
import { pathHues } from "./paths.js";
import { laid, layers } from "./pens.js";
import { shares, spokenShares } from "./shares.js";

const MANY = 3000; // elements: of a larger board only those are nodes that show something
const NEAR = 0.45; // so near to the middle of an edge or a point, in grid units, a click is meant for it
const WIDE = 1.7; // as wide as that to its height, a grid has the whole width of a screen
const NOTHING = ["", '""', "[]", "{}"]; // what an element may hold that holds nothing
const SAID = { over: "too many", plus: "in the reason", minus: "in the reason, subtracted" }; // else as they are

/* The names under which two objects hold something else */
function differing(before, after) {
  if (before === after) return [];
  const text = (value) => (typeof value === "string" ? value : JSON.stringify(value ?? ""));
  const told = (value) => (NOTHING.includes(text(value)) ? "" : text(value));
  const isOther = (key) => before[key] !== after[key] && told(before[key]) !== told(after[key]);
  return [...Object.keys(after), ...Object.keys(before).filter((key) => !(key in after))].filter(isOther);
}

/* An element on the page: its nodes are made when they are first asked for. */
class Shown {
  constructor(make) {
    this.make = make;
  }

  get parts() {
    return (this.made ??= this.make());
  }

  get node() {
    return this.parts.node;
  }
}

export class Grid {
  constructor(sheet, id) {
    const [left, top, right, bottom] = sheet.margin;
    const [wide, tall] = [sheet.size[0] + left + right, sheet.size[1] + top + bottom];
    Object.assign(this, { sheet, id, places: placesOf(sheet), nodes: new Map() });
    Object.assign(this, { state: {}, marks: {}, notes: {}, mode: "play", pen: "entry", tried: {} });
    this.isLarge = this.places.size > MANY;
    this.beside = beside(this.places);
    this.around = new Map(); // a cell -> the edges that say what it holds
    for (const [edge, cells] of this.beside)
      for (const cell of cells) this.around.set(cell, [...(this.around.get(cell) || []), edge]);
    this.choice = new Choice(this);
    this.tints = svg("path", { class: "pk-tint", "aria-hidden": "true" });
    this.lists = new Lists(this);
    const letters = Math.max(...[...this.places.values()].map((place) => place.letters)) || 0;
    this.proportions = `--across: ${wide}; --down: ${tall}; --left: ${left}; --letters: ${letters || 1}`;
    this.svg = svg(
      "svg",
      {
        role: "grid",
        "aria-label": sheet.title,
        "aria-multiselectable": [...this.places.keys()].some((key) => this.takesMany(key)),
        class: ["pk-grid", ...(letters ? ["pk-worded"] : []), ...(wide > WIDE * tall ? ["pk-wide"] : [])].join(" "),
        viewBox: [-left, -top, wide, tall].map((value) => value * UNIT).join(" "),
      },
      [
        patterns(id),
        this.tints,
        ...this.rows("cell", "label"),
        this.choice.same,
        this.lines(),
        ...this.rows("edge"),
        ...(this.isLarge ? [this.dots()] : []),
        this.choice.ring, // below the points, whose numbers it must not cut
        ...this.rows("point"),
        this.choice.lit,
        ...this.stuck(left, top, tall),
      ],
    );
  }

  /* Words at the left stay where they are while the rest is scrolled below them. */
  stuck(left, top, tall) {
    const rows = this.rows("words");
    const [x, y, width, height] = [-left - 1, -top, left + 0.92, tall].map((value) => value * UNIT);
    return rows.length
      ? [svg("g", { role: "rowgroup", class: "pk-stuck" }, [svg("rect", { x, y, width, height }), ...rows])]
      : [];
  }

  stick(scrolled) {
    const { width } = this.svg.viewBox.baseVal;
    this.svg.style.setProperty("--scrolled", (scrolled * width) / this.svg.clientWidth);
  }

  /* Elements at one height are a row, for those who hear the board. */
  rows(...shapes) {
    return inRows([...this.places].filter(([, { shape }]) => shapes.includes(shape))).map((row) => {
      const group = svg("g", { role: "row" });
      for (const [key, place] of row) this.add(key, place, group);
      return group;
    });
  }

  add(key, place, group) {
    const entry = new Shown(() => {
      const parts = this.element(key, place);
      group.append(parts.node);
      return parts;
    });
    this.nodes.set(key, entry);
    if (!this.isLarge) entry.made = entry.make();
  }

  element(key, place) {
    const isLean = this.isLarge && place.shape === "cell" && !this.isBare(key); // one of thousands of clues
    const area = svg("path", { d: target(place), class: "pk-area" });
    const content = svg("g", { "aria-hidden": "true" }); // its name says it in words
    const kind = this.kind(key);
    const never = ["edit", "play"].filter((mode) => !kind[mode].length).map((mode) => ` pk-no-${mode}`);
    const paper = kind.colours.length ? " pk-paper" : "";
    const look = { tabindex: -1, class: `pk-element pk-${place.shape}${never.join("")}${paper}`, "data-key": key };
    const selected = never.length < 2 ? { "aria-selected": "false" } : {}; // who can never be selected says nothing
    const named = this.isLarge ? { "aria-label": this.spoken(key) } : {}; // painted when something stands there
    const node = svg("g", { role: "gridcell", ...look, ...selected, ...named }, isLean ? [] : [area, content]);
    return { node, area, content: isLean ? node : content };
  }

  /* The tints of a large board's clues, in one path */
  tint() {
    const cells = [...this.places].filter(([key, { shape }]) => shape === "cell" && this.isTinted(key));
    this.tints.setAttribute("d", cells.map(([, place]) => outline(place)).join(""));
  }

  /* Whether a cell holds a clue, and no colour hides that */
  isTinted(key) {
    const [first] = (this.state[key] || "").split(OVER);
    return this.sheet.looks[first]?.look === "given" && !layers(this.notes[key] || []).colours.length;
  }

  /* The points of a large board, in one path */
  dots() {
    const points = [...this.places.values()].filter(({ shape }) => shape === "point");
    return svg("path", {
      d: points.map(({ at }) => circle(...at, 0.1)).join(""),
      class: "pk-dot",
      "aria-hidden": "true",
    });
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

  isListed(key) {
    return this.places.get(key)?.shape === "listed";
  }

  /* The state that says "nothing here", where there is one */
  cross(key) {
    const { cross, [this.mode]: allowed } = this.kind(key);
    return cross.find((state) => allowed.includes(state));
  }

  get crosses() {
    return this.pen !== "colours" && this.touchable().some(([key]) => this.cross(key) !== undefined);
  }

  /* Whether a finger that begins in an element draws there; else it scrolls. */
  paints(key) {
    if (key === undefined || this.places.get(key).shape !== "cell") return false;
    return this.pen === "colours" || Boolean(this.kind(key).cycle);
  }

  /* Whether several such elements can be selected: cells in which states are typed */
  takesMany(key) {
    const place = this.places.get(key);
    return place?.shape === "cell" && !this.kind(key).cycle && this.kind(key)[this.mode].length > 0;
  }

  touchable() {
    const states = this.pen === "colours" ? "colours" : this.mode;
    if (this.open?.states !== states)
      this.open = { states, places: [...this.places].filter(([key]) => this.kind(key)[states].length) };
    return this.open.places;
  }

  /* The element for which something at a place is meant, `node` being what lies there: on a large board also one without
     a node */
  meant(node, [x, y]) {
    const own = node.closest("[data-key]")?.dataset.key;
    if (!this.isLarge || this.touchable().some(([key]) => key === own)) return own;
    const inside = ([, { shape, at, width }]) =>
      shape === "cell" && at[0] < x && x < at[0] + width && at[1] < y && y < at[1] + 1;
    let [key, far] = [undefined, NEAR];
    for (const [other, place] of this.touchable()) {
      const [u, v] = middle(place);
      const away = Math.abs(u - x) + Math.abs(v - y);
      if (place.shape !== "cell" && away < far) [key, far] = [other, away];
    }
    return key ?? this.touchable().find(inside)?.[0] ?? own;
  }

  /* Where arrows lead: also to the clues, which are to be heard */
  reachable() {
    const open = new Set(this.touchable().map(([key]) => key));
    return [...this.places].filter(([key]) => open.has(key) || this.state[key]);
  }

  /* The places that can be touched at one height, from left to right */
  rowOf(key) {
    const rows = inRows(this.touchable());
    return rows.find((row) => row.some(([own]) => own === key)) || [];
  }

  /* Whether an element can hold a state at all; the number of a row cannot. */
  holds(key) {
    return this.kind(key).edit.length + this.kind(key).play.length > 0;
  }

  /* Draw what is no longer up to date; returns the elements whose state or notes are others. */
  paint(state, marks, notes, names) {
    const tried = Object.fromEntries(names.map((key) => [key, "tried"]));
    const before = this.painted;
    const now = (this.painted = { state, marks, notes, tried, hues: pathHues(this.places, state, this.sheet) });
    Object.assign(this, now);
    const other = (name) => differing(before[name], now[name]);
    const changed = before ? [...new Set([...other("state"), ...other("notes")])] : [];
    const clues = changed.flatMap((key) => this.around.get(key) || []); // edges, which say them
    if (this.isLarge && (!before || changed.some((key) => this.places.get(key)?.shape === "cell"))) this.tint();
    const all = before
      ? new Set([...changed, ...clues, ...["marks", "tried", "hues"].flatMap(other)])
      : this.nodes.keys();
    for (const key of all) {
      const entry = this.nodes.get(key);
      if (entry && !(this.isLarge && !entry.made && this.isBare(key))) this.paintOne(key, entry);
    }
    this.choice.show();
    return changed.filter((key) => this.nodes.has(key));
  }

  isBare(key) {
    return !(this.state[key] || this.notes[key]?.length || this.marks[key] || this.places.get(key).text);
  }

  paintOne(key, entry) {
    const words = this.marks[key]?.words || [];
    if (this.isListed(key)) return this.lists.paint(entry, words, this.spoken(key));
    const place = this.places.get(key);
    const { area, content, node } = entry.parts;
    if (place.crossed.length) area.setAttribute("d", target(place, Boolean(this.state[key])));
    const parts = this.content(key, words);
    if (content === node) for (const part of parts) part.setAttribute("aria-hidden", "true");
    content.replaceChildren(...parts);
    node.classList.toggle("pk-tried", key in this.tried);
    node.setAttribute("aria-label", this.spoken(key));
  }

  /* What is drawn in an element, from below to above */
  content(key, words) {
    const [place, { looks }] = [this.places.get(key), this.sheet];
    const { notes, corners, colours } = layers(this.notes[key] || []);
    const known = laid(this.marks[key]?.pale || "");
    const parts = this.state[key] ? this.state[key].split(OVER).map((part) => looks[part]) : [];
    const { node, content } = this.nodes.get(key).parts;
    const tinted = content !== node && place.shape === "cell" && this.isTinted(key);
    const dot = place.shape === "point" && !parts.length && !this.isLarge;
    const nodes = parts.flatMap((look, i) => drawn(look, place, i < parts.length - 1, this.hues[key]));
    const disc = place.shape === "point" ? nodes.splice(0, 1) : []; // it would hide a mark
    return [
      ...colours.map((colour) => coloured(place, colour, this.id)),
      ...(tinted ? [svg("path", { d: outline(place), class: "pk-tint" })] : []),
      ...(known.pen === "colours" ? [svg("g", { class: "pk-pale" }, [coloured(place, known.word, this.id)])] : []),
      ...(dot ? [svg("path", { d: circle(...place.at, 0.1), class: "pk-dot" })] : []),
      ...disc,
      ...marked(words, place, this.id),
      ...(parts.length ? [] : this.pencilled(key, known.word && looks[known.word], notes, corners)),
      ...nodes,
      ...(place.path ? [shape(place.path, place, "pk-fixed")] : []),
      ...(place.text ? [this.fixed(place)] : []),
    ];
  }

  /* Where nothing stands: LP values, or what is known, or else notes */
  pencilled(key, known, notes, corners) {
    const [place, kind, { looks }] = [this.places.get(key), this.kind(key), this.sheet];
    const values = this.marks[key]?.shares || {};
    if (Object.keys(values).length) return shares(place, kind, looks, values);
    const own = known ? [pale(known, place)] : noted(place, kind, looks, notes, corners.length > 0);
    return [...own, ...cornered(place, looks, corners)];
  }

  /* What stands in a place always: a number, or a text that begins there */
  fixed(place) {
    const [x, y] = place.at;
    if (place.shape === "words") return text(x + 0.12, y, 0, place.text, "pk-line pk-word", place.letters);
    return text(...numbered(place), place.outer, place.text, "pk-number");
  }

  spoken(key) {
    const [place, looks] = [this.places.get(key), this.sheet.looks];
    const { words = [], shares: values = {}, pale: own = "" } = this.marks[key] || {};
    const known = laid(own);
    const said = (state) => spokenState(state, looks);
    const { notes, corners, colours } = layers(this.notes[key] || []);
    const list = (name, all) => (all.length ? [`${name} ${all.join(", ")}`] : []);
    const pencilled = [...list("notes", notes.map(said)), ...list("corner marks", corners.map(said))];
    const clues = (this.beside.get(key) || []).filter((own) => this.state[own]);
    const valued = list("LP value", spokenShares(this.kind(key), looks, values));
    return [
      this.isListed(key) ? `clue ${place.text}` : place.label,
      ...(this.holds(key) ? [said(this.state[key] || "")] : []),
      ...(this.state[key] ? [] : valued.length ? valued : pencilled),
      ...list("coloured", colours),
      ...clues.map((own) => `${said(this.state[own])} ${this.side(place, own)}`),
      ...words.map((word) => SAID[word] || word),
      ...(own ? [`known: ${known.pen === "colours" ? known.word : said(known.word)}`] : []),
      ...(key in this.tried ? ["on trial"] : []),
    ].join(", ");
  }

  /* On which side of a place another one lies */
  side(place, other) {
    const [[x, y], [u, v]] = [middle(place), middle(this.places.get(other))];
    if (Math.abs(u - x) > Math.abs(v - y)) return u < x ? "on the left" : "on the right";
    return v < y ? "above" : "below";
  }

  get selected() {
    return this.choice.selected;
  }

  get chosen() {
    return this.choice.chosen;
  }

  /* Go on where the keyboard was. */
  focus() {
    this.nodes.get(this.selected)?.node.focus({ preventScroll: true });
  }

  /* Select an element, see Choice. */
  select(key, focus, how) {
    this.choice.select(key, how);
    if (!focus) return;
    this.focus();
    this.nodes.get(key).node.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  selectAll() {
    const all = this.touchable().filter(([key]) => this.takesMany(key));
    if (all.length) this.choice.choose(all.map(([key]) => key));
  }

  /* Select all that hold the same as this one. */
  selectAlike(key) {
    const alike = this.takesMany(key) ? this.choice.alike(key) : [];
    if (alike.length) this.choice.choose(alike);
  }
}
