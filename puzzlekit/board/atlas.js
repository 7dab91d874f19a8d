/* Measurements as points of a plane, with what was not measured at its rim: which rows, and what its axes show, is
   chosen here; no kernel is asked. A table below has the same in words. */

import { circle, polygon } from "./geometry.js";
import { keepKeys } from "./keys.js";
import { html, svg } from "./nodes.js";

const [WIDE, TALL, LEFT, TOP, RIGHT, BOTTOM] = [620, 380, 74, 14, 14, 62]; // the picture, and its margins
const RIM = 16; // how far outside of the plane lies what one axis has no number for
const NEAR = 24; // a click this near to a point means it
const SIZE = 0.15;
const shaped = (...points) => polygon(points.map(([x, y]) => [x * SIZE, y * SIZE]));
const spread = (count, radius) =>
  Array.from({ length: count }, (_, i) => [(2 * Math.PI * i) / count - Math.PI / 2, radius(i)]).map(([angle, r]) => [
    r * Math.cos(angle),
    r * Math.sin(angle),
  ]);
const bars = (turn) =>
  spread(12, (i) => (i % 3 === 1 ? 0.5 : 1.15)).map(([x, y]) => [
    x * Math.cos(turn) - y * Math.sin(turn),
    x * Math.sin(turn) + y * Math.cos(turn),
  ]);
const MARKS = [
  circle(0, 0, SIZE),
  shaped([-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]),
  shaped([0, -1.25], [1.05, 0], [0, 1.25], [-1.05, 0]),
  shaped([0, -1.15], [1.1, 0.9], [-1.1, 0.9]),
  shaped([0, 1.15], [1.1, -0.9], [-1.1, -0.9]),
  shaped(...bars(0.4)),
  shaped(...bars(1.19)),
  shaped(...spread(10, (i) => (i % 2 ? 0.6 : 1.4))),
];
const [PUZZLE, SIZED, NAME] = [0, 1, 2]; // in a row; the numbers of the axes follow
const ALL = "all";

class AtlasView {
  constructor(model, el) {
    const { rows, axes, puzzle, x, y } = model.get("atlas");
    Object.assign(this, { rows, axes });
    this.number = new Map(axes.map(([name], i) => [name, i + NAME + 1]));
    this.titles = new Map(axes.map(([name, title]) => [name, title]));
    const named = axes.map(([name, title]) => [name, title]);
    const puzzles = [...new Set(rows.map((row) => row[PUZZLE]))].map((name) => [name, name]);
    this.puzzle = this.select("Puzzle", [[ALL, "all puzzles"], ...puzzles], puzzle);
    this.x = this.select("Across", named, x);
    this.y = this.select("Up", named, y);
    this.frame = html("div");
    this.legend = html("div", { class: "pk-legend" });
    this.told = html("div", { class: "pk-told", role: "status", "aria-live": "polite" });
    this.scroll = html("div", { class: "pk-scroll", tabindex: 0, role: "region", "aria-label": "Table" });
    const summary = html("summary", {}, "What is shown, as a table");
    this.root = html("div", { class: "pk-board pk-atlas" }, [
      html(
        "div",
        { class: "pk-asked" },
        [this.puzzle, this.x, this.y].map((one) => one.parentNode),
      ),
      this.frame,
      this.legend,
      this.told,
      html("details", {}, [summary, this.scroll]),
    ]);
    keepKeys(this.root);
    el.append(this.root);
    this.draw();
  }

  select(label, options, chosen) {
    const own = options.map(([value, title]) => html("option", { value }, title));
    const select = html("select", { "aria-label": label }, own);
    html("label", {}, [label, select]);
    select.value = chosen;
    select.addEventListener("change", () => this.draw());
    return select;
  }

  draw() {
    const group = this.puzzle.value === ALL ? PUZZLE : NAME;
    this.shown = this.rows.filter((row) => this.puzzle.value === ALL || row[PUZZLE] === this.puzzle.value);
    this.groups = [...new Set(this.shown.map((row) => row[group]))];
    this.points = this.placed(group);
    const title = `${this.titles.get(this.y.value)} over ${this.titles.get(this.x.value)}, ${this.points.length} points`;
    this.svg = svg(
      "svg",
      { class: "pk-points", role: "listbox", "aria-label": title, viewBox: `0 0 ${WIDE} ${TALL}` },
      [...this.axis(this.x.value, false), ...this.axis(this.y.value, true), ...this.drawn()],
    );
    this.svg.addEventListener("click", (event) => this.click(event));
    this.svg.addEventListener("keydown", (event) => this.stroke(event));
    this.frame.replaceChildren(this.svg);
    this.legend.replaceChildren(...this.groups.map((name, i) => this.entry(name, i)));
    this.scroll.replaceChildren(this.table());
    this.count();
  }

  /* The rows that have a number for one axis at least, from left to right */
  placed(group) {
    const [across, up] = [this.scale(this.x.value, LEFT, WIDE - RIGHT), this.scale(this.y.value, TALL - BOTTOM, TOP)];
    const [i, j] = [this.number.get(this.x.value), this.number.get(this.y.value)];
    const seen = this.shown.filter((row) => row[i] !== null || row[j] !== null);
    const points = seen.map((row) => ({
      row,
      half: row[i] === null || row[j] === null,
      mark: this.groups.indexOf(row[group]) % MARKS.length,
      x: row[i] === null ? LEFT - RIM : across(row[i]),
      y: row[j] === null ? TALL - BOTTOM + RIM : up(row[j]),
    }));
    return points.sort((a, b) => a.x - b.x || b.y - a.y);
  }

  kind(name) {
    return this.axes.find(([own]) => own === name)[2];
  }

  numbers(name) {
    return this.shown.map((row) => row[this.number.get(name)]).filter((value) => value !== null);
  }

  /* Numbers of variables have a 0, so their logarithm is that of one more. */
  scale(name, from, to) {
    const kind = this.kind(name);
    const turned = { log: Math.log10, count: (value) => Math.log10(1 + value), percent: (value) => value }[kind];
    const ends = kind === "percent" ? [0, 100] : this.numbers(name).map(turned);
    const [low, high] = [kind === "count" ? 0 : Math.min(...ends), Math.max(...ends)];
    const room = 0.04 * (high - low || 1);
    return (value) => from + ((turned(value) - low + room) / (high - low + 2 * room)) * (to - from);
  }

  ticks(name) {
    if (this.kind(name) === "percent") return [0, 25, 50, 75, 100];
    const own = this.numbers(name);
    if (!own.length) return [];
    const [low, high] = [Math.min(...own), Math.max(...own)];
    const tens = Array.from({ length: 12 }, (_, i) => Number(`1e${i - 5}`));
    const kept = tens.filter((value) => value >= low && value <= high);
    return this.kind(name) === "count" ? [0, ...tens.filter((value) => value >= 1 && value <= high)] : kept;
  }

  axis(name, isUp) {
    const place = isUp ? this.scale(name, TALL - BOTTOM, TOP) : this.scale(name, LEFT, WIDE - RIGHT);
    const [base, rim] = [TALL - BOTTOM, isUp ? LEFT - 4 : TALL - BOTTOM + 4];
    const lines = this.ticks(name).flatMap((value) => {
      const at = place(value);
      const ends = isUp ? { x1: LEFT, x2: WIDE - RIGHT, y1: at, y2: at } : { x1: at, x2: at, y1: TOP, y2: base };
      const where = isUp ? { x: LEFT - RIM - 10, y: at + 4 } : { x: at, y: base + RIM + 20 };
      return [
        svg("line", { ...ends, class: "pk-rule" }),
        svg("text", { ...where, class: isUp ? "pk-left" : "pk-mid" }, value.toLocaleString("en")),
      ];
    });
    const edge = isUp ? { x1: rim, x2: rim, y1: TOP, y2: base } : { x1: LEFT, x2: WIDE - RIGHT, y1: rim, y2: rim };
    const title = isUp ? { x: LEFT + 6, y: TOP + 10 } : { x: WIDE - RIGHT, y: TALL - 6, class: "pk-left" };
    const words = isUp ? this.titles.get(name) : `${this.titles.get(name)} →`;
    return [svg("line", { ...edge, class: "pk-rim" }), ...lines, svg("text", title, isUp ? `↑ ${words}` : words)];
  }

  drawn() {
    return this.points.map((point, i) => {
      const look = { class: `pk-point pk-hue-${point.mark + 1}${point.half ? " pk-half" : ""}`, role: "option" };
      const where = { transform: `translate(${point.x} ${point.y})`, "aria-label": this.words(point.row) };
      const state = { tabindex: i ? -1 : 0, "aria-selected": "false", "data-point": i };
      point.node = svg("g", { ...look, ...where, ...state }, svg("path", { d: MARKS[point.mark] }));
      point.node.addEventListener("focus", () => this.choose(i));
      return point.node;
    });
  }

  entry(name, i) {
    const mark = svg("path", { d: MARKS[i % MARKS.length] });
    const picture = svg("svg", { viewBox: "-10 -10 20 20", width: 18, height: 18, "aria-hidden": "true" }, mark);
    return html("span", { class: `pk-item pk-hue-${(i % MARKS.length) + 1}` }, [picture, ` ${name}`]);
  }

  value(row, name) {
    const value = row[this.number.get(name)];
    if (value === null) return "not measured";
    if (this.kind(name) === "log") return value.toPrecision(2);
    return this.kind(name) === "percent" ? value.toFixed(0) : value.toLocaleString("en");
  }

  words(row) {
    const told = this.axes.map(([name, title]) => `${title}: ${this.value(row, name)}`);
    return `${row[PUZZLE]} ${row[SIZED]}, ${row[NAME]}. ${told.join("; ")}.`;
  }

  table() {
    const cell = (text) => html("td", text === "not measured" ? { class: "pk-none" } : {}, text);
    const head = ["puzzle", "size", "formulation", ...this.axes.map(([, title]) => title)];
    const titles = head.map((text) => html("th", { scope: "col" }, text));
    const lines = this.shown.map((row) => [
      ...row.slice(0, NAME + 1),
      ...this.axes.map(([name]) => this.value(row, name)),
    ]);
    return html("table", {}, [
      html("thead", {}, html("tr", {}, titles)),
      html(
        "tbody",
        {},
        lines.map((line) => html("tr", {}, line.map(cell))),
      ),
    ]);
  }

  /* What is seen, and what is not */
  count() {
    const half = this.points.filter((point) => point.half).length;
    const lost = this.shown.length - this.points.length;
    this.told.textContent =
      `${this.points.length - half} points have both values. ${half} hollow points at the dashed rim have only one. ` +
      `${lost} rows of the table have no value and no point. Choose a point to see its values.`;
  }

  choose(i) {
    for (const [j, { node }] of this.points.entries()) {
      node.setAttribute("aria-selected", j === i);
      node.setAttribute("tabindex", j === i ? 0 : -1);
    }
    this.told.textContent = this.words(this.points[i].row);
  }

  /* The point nearest to a click: small ones need not be hit. */
  click(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = WIDE / box.width;
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    const far = ({ x: a, y: b }) => Math.hypot(a - x, b - y);
    const near = this.points.reduce((a, b) => (a && far(a) <= far(b) ? a : b), null);
    if (near && far(near) <= NEAR * scale) near.node.focus({ preventScroll: true });
  }

  /* Left and right go from point to point across; Home and End to the first and the last. */
  stroke(event) {
    const at = this.points.findIndex(({ node }) => node.getAttribute("aria-selected") === "true");
    const last = this.points.length - 1;
    const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, ArrowDown: at - 1, Home: 0, End: last };
    if (!(event.key in moves) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.points[Math.max(0, Math.min(last, moves[event.key]))].node.focus({ preventScroll: true });
  }
}

export default {
  render({ model, el }) {
    new AtlasView(model, el);
  },
};
