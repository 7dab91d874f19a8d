/* The tree of a recorded search in the browser: nodes to choose, a slider over its steps.

   What the reader chooses is ringed at once; Python answers with the words, and shows the board. At most one message
   waits for its answer, so that a dragged slider asks for the latest step only. */

import { Line, SILENCE } from "./asking.js";
import { UNIT, circle, polygon } from "./geometry.js";
import { keepKeys } from "./keys.js";
import { Message } from "./message.js";
import { fill, html, svg } from "./nodes.js";

const [WIDE, TALL, LEFT, TOP, RIGHT, BOTTOM] = [13, 8.5, 1.3, 0.5, 0.5, 0.4]; // the picture, in units
const MANY = 200; // nodes from which on lines are thin
const [LETTER, BESIDE] = [0.17, 0.42]; // how wide a letter is, and where a node's value begins
const NEAR = 0.6; // a click this near to a node means it
const star = Array.from({ length: 10 }, (_, i) => [i % 2 ? 0.62 : 1.5, (i * Math.PI) / 5 - Math.PI / 2]).map(
  ([r, angle]) => [r * Math.cos(angle), r * Math.sin(angle)],
);
const SHAPES = {
  branched: (r) => circle(0, 0, r),
  open: (r) => circle(0, 0, 0.6 * r),
  solved: (r) => polygon(star.map(([x, y]) => [x * r, y * r])),
  pruned: (r) =>
    polygon(
      [
        [-1.1, -0.9],
        [1.1, -0.9],
        [0, 1.1],
      ].map(([x, y]) => [x * r, y * r]),
    ),
  infeasible: (r) =>
    polygon(
      [
        [0, -0.4],
        [0.7, -1.1],
        [1.1, -0.7],
        [0.4, 0],
        [1.1, 0.7],
        [0.7, 1.1],
        [0, 0.4],
        [-0.7, 1.1],
        [-1.1, 0.7],
        [-0.4, 0],
        [-1.1, -0.7],
        [-0.7, -1.1],
      ].map(([x, y]) => [x * r, y * r]),
    ),
};

class TreeView {
  constructor(model, el) {
    Object.assign(this, { model, wanted: null, line: new Line(model, el, () => this.silence()) });
    this.frame = html("div", { class: "pk-frame" });
    this.slider = html("input", { type: "range", min: 0, step: 1, "aria-label": "Step of the search" });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    const button = (label, by, title) => {
      const node = html("button", { type: "button", title, "aria-label": title, "data-do": title }, label);
      node.addEventListener("click", () => this.go(Number(this.slider.value) + by));
      return node;
    };
    const bar = html("div", { class: "pk-slider" }, [
      button("\u25c0", -1, "Step back"),
      this.slider,
      button("\u25b6", 1, "Step on"),
    ]);
    this.message = new Message({ role: "status", "aria-live": "polite" });
    this.about = html("div", { class: "pk-about" });
    this.legend = html("div", { class: "pk-legend" });
    this.root = html("div", { class: "pk-board pk-tree" }, [
      this.frame,
      this.legend,
      bar,
      this.message.node,
      this.about,
    ]);
    keepKeys(this.root);
    this.update = () => (model.get("tree") === this.tree ? this.refresh() : this.build());
    model.on("change", this.update);
    el.append(this.root);
    this.build();
    this.line.look();
  }

  close() {
    this.line.close();
    this.model.off("change", this.update);
  }

  build() {
    const { nodes, more, words, branchings, steps, about, title } = (this.tree = this.model.get("tree"));
    this.nodes = new Map(
      nodes.map(([number, x, y], i) => {
        const [status, parent, order, depth] = more[i];
        return [number, { number, ...this.place(x, y), status, parent, order, depth, children: [] }];
      }),
    );
    for (const node of this.nodes.values()) if (node.parent) this.nodes.get(node.parent).children.push(node.number);
    this.size = Math.max(0.05, Math.min(0.2, 2 / Math.sqrt(this.nodes.size || 1)));
    this.steps = steps;
    this.slider.max = Math.max(0, steps.length - 1);
    this.about.textContent = about;
    this.counts();
    this.best = svg("line", { class: "pk-best", "aria-hidden": "true" });
    this.ring = svg("path", { class: "pk-ring", d: circle(0, 0, this.size + 0.14), "aria-hidden": "true" });
    const look = this.nodes.size > MANY ? "pk-search pk-many" : "pk-search";
    this.svg = svg(
      "svg",
      { class: look, role: "tree", "aria-label": title, viewBox: `0 0 ${WIDE * UNIT} ${TALL * UNIT}` },
      [...this.axis(), this.best, ...this.edges(), ...this.drawn(), ...this.said(words, branchings), this.ring],
    );
    this.svg.addEventListener("click", (event) => this.click(event));
    this.svg.addEventListener("keydown", (event) => this.stroke(event));
    this.frame.replaceChildren(this.svg);
    this.refresh();
  }

  place(x, y) {
    return { x: LEFT + x * (WIDE - LEFT - RIGHT), y: TOP + y * (TALL - TOP - BOTTOM) };
  }

  axis() {
    const { ticks, axis } = this.model.get("tree");
    const small = (label) => `--fits: ${(0.65 * UNIT) / (0.6 * label.length)}px`;
    const lines = ticks.flatMap(([at, label]) => {
      const { y } = this.place(0, at);
      return [
        svg("line", { x1: 0.8 * UNIT, x2: 0.95 * UNIT, y1: y * UNIT, y2: y * UNIT, class: "pk-tick" }),
        svg("text", { x: 0.7 * UNIT, y: y * UNIT + 4, class: "pk-number pk-left", style: small(label) }, label),
      ];
    });
    return [svg("text", { x: 0.1 * UNIT, y: 0.3 * UNIT, class: "pk-number" }, axis), ...lines];
  }

  edges() {
    return [...this.nodes.values()]
      .filter((node) => node.parent)
      .map((node) => {
        const up = this.nodes.get(node.parent);
        const ends = { x1: up.x * UNIT, y1: up.y * UNIT, x2: node.x * UNIT, y2: node.y * UNIT };
        node.edge = svg("line", { ...ends, class: "pk-branch", "aria-hidden": "true" });
        return node.edge;
      });
  }

  drawn() {
    return [...this.nodes.values()].map((node) => {
      const shape = svg("path", { d: SHAPES[node.status](this.size), class: `pk-node pk-${node.status}` });
      const label = `node ${node.number}, ${node.status}`;
      node.group = svg(
        "g",
        {
          role: "treeitem",
          tabindex: -1,
          "data-node": node.number,
          "aria-label": label,
          "aria-level": node.depth + 1,
          "aria-selected": "false",
          class: "pk-item",
          transform: `translate(${node.x * UNIT} ${node.y * UNIT})`,
        },
        [shape],
      );
      node.group.addEventListener("focus", () => node.number !== this.chosen && this.choose(node.number));
      return node.group;
    });
  }

  /* What is written at nodes and branches, inside of the picture */
  said(words, branchings) {
    const wide = (word) => LETTER * word.length;
    const at = (x, y, content, name) =>
      svg("text", { x: x * UNIT, y: y * UNIT + 4, class: name, "aria-hidden": "true" }, content);
    const values = Object.entries(words).map(([number, word]) => {
      const { x, y } = this.nodes.get(Number(number));
      const fits = x + BESIDE + wide(word) < WIDE;
      return fits ? at(x + BESIDE, y, word, "pk-small") : at(x - BESIDE, y, word, "pk-small pk-left");
    });
    const reasons = Object.entries(branchings).map(([number, word]) => {
      const node = this.nodes.get(Number(number));
      const up = this.nodes.get(node.parent);
      const x = Math.max(wide(word) / 2, Math.min(WIDE - wide(word) / 2, 0.45 * up.x + 0.55 * node.x));
      return at(x, 0.45 * up.y + 0.55 * node.y, word, "pk-small pk-reason");
    });
    return [...reasons, ...values];
  }

  /* What the shapes mean, and how many there are of each */
  counts() {
    const found = {};
    for (const { status } of this.nodes.values()) found[status] = (found[status] || 0) + 1;
    this.legend.replaceChildren(
      ...Object.keys(SHAPES)
        .filter((status) => found[status])
        .map((status) => {
          const shape = svg("path", { d: SHAPES[status](0.16), class: `pk-node pk-${status}` });
          const picture = svg("svg", { viewBox: "-12 -12 24 24", width: 18, height: 18, "aria-hidden": "true" }, shape);
          return html("span", {}, [picture, ` ${status} (${found[status]})`]);
        }),
    );
  }

  /* What Python answered */

  refresh() {
    const ui = this.model.get("ui");
    this.line.heard(ui.edit);
    if (this.line.pending) return;
    if (this.wanted) return this.send(this.wanted);
    this.report();
    this.slider.setAttribute("aria-valuetext", ui.message || "");
    this.select(ui.node, ui.step);
    this.level(ui.found || 0);
  }

  /* The best value so far, where the height is a value */
  level(found) {
    const { found: places } = this.model.get("tree");
    const shown = found > 0 && places.length >= found;
    this.best.classList.toggle("pk-away", !shown);
    if (!shown) return;
    const { y } = this.place(0, places[found - 1]);
    fill(this.best, { x1: LEFT * UNIT * 0.8, x2: WIDE * UNIT, y1: y * UNIT, y2: y * UNIT }, []);
  }

  select(number, step) {
    const [before, now] = [this.nodes.get(this.chosen), this.nodes.get(number)];
    if (before) fill(before.group, { tabindex: -1, "aria-selected": "false" }, []);
    this.chosen = number;
    const last = step === null || step === undefined ? Infinity : this.reached(step);
    for (const node of this.nodes.values()) {
      const later = node.order ? node.order > last : this.order(node.parent) > last;
      for (const part of [node.group, node.edge]) if (part) part.classList.toggle("pk-later", later);
    }
    if (step !== null && step !== undefined) this.slider.value = step;
    this.ring.classList.toggle("pk-away", !now);
    if (!now) return this.first();
    fill(now.group, { tabindex: 0, "aria-selected": "true" }, []);
    this.ring.setAttribute("transform", `translate(${now.x * UNIT} ${now.y * UNIT})`);
    this.scroll((now.x / WIDE) * this.frame.scrollWidth);
  }

  /* Where the picture is wider than there is room, what is chosen is seen. */
  scroll(x) {
    const { clientWidth, scrollLeft } = this.frame;
    if (x < scrollLeft || x > scrollLeft + clientWidth) this.frame.scrollLeft = x - clientWidth / 2;
  }

  /* Before anything is chosen, Tab arrives at the root. */
  first() {
    const [root] = this.nodes.values();
    if (root) root.group.setAttribute("tabindex", 0);
  }

  order(number) {
    const node = this.nodes.get(number);
    return node ? node.order : 0;
  }

  /* The order of the last node that the search had taken up at this step */
  reached(step) {
    return Math.max(0, ...this.steps.slice(0, step + 1).map(([, number]) => this.order(number)));
  }

  /* What the reader does */

  go(step) {
    if (!this.steps.length) return;
    const to = Math.max(0, Math.min(this.steps.length - 1, step));
    this.select(this.steps[to][1] || null, to);
    this.ask({ do: "go", to });
  }

  choose(number) {
    const step = this.steps.findIndex(([kind, node]) => kind === "node" && node === number);
    this.select(number, step < 0 ? null : step);
    this.ask({ do: "choose", to: number });
  }

  ask(content) {
    this.wanted = content;
    if (!this.line.pending || this.line.silent) this.send(content);
  }

  send(content) {
    this.wanted = null;
    this.line.send(content);
  }

  silence() {
    this.root.classList.toggle("pk-silent", this.line.silent);
    this.report();
  }

  report() {
    if (this.line.silent) this.message.say(SILENCE, "bad");
    else this.message.say(this.model.get("ui").message || "");
  }

  /* The node nearest to a click: small ones need not be hit. */
  click(event) {
    const box = this.svg.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.left) / box.width) * WIDE, ((event.clientY - box.top) / box.height) * TALL];
    const far = (node) => Math.hypot(node.x - x, node.y - y);
    const near = [...this.nodes.values()].reduce((a, b) => (a && far(a) <= far(b) ? a : b), null);
    if (near && far(near) <= NEAR) this.focus(near.number);
  }

  focus(number) {
    this.choose(number);
    this.nodes.get(number).group.focus({ preventScroll: true });
  }

  /* Up to the parent, down to the first child, left and right among the children of one parent. */
  stroke(event) {
    const node = this.nodes.get(this.chosen);
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    const family = node.parent ? this.nodes.get(node.parent).children : [node.number];
    const beside = [...family].sort((a, b) => this.nodes.get(a).x - this.nodes.get(b).x);
    const at = beside.indexOf(node.number);
    const next = {
      ArrowUp: node.parent,
      ArrowDown: node.children[0],
      ArrowLeft: beside[at - 1],
      ArrowRight: beside[at + 1],
      Home: [...this.nodes.keys()][0],
    };
    if (!(event.key in next)) return;
    event.preventDefault();
    if (next[event.key]) this.focus(next[event.key]);
  }
}

export default {
  render({ model, el }) {
    const view = new TreeView(model, el);
    return () => view.close();
  },
};
