/* Where elements lie, in grid units, and the paths of SVG around them. */

export const UNIT = 40; // SVG units of one grid unit: browsers draw text of less than one unit badly

const DIGIT = 0.78; // how wide a digit is, of its height
const FREE = 0.2; // between a number and the frame

/* How high clues and numbers outside of the frame are: small, but where cells are small, as on a telephone, they are read as well.
   Words have a size of their own. */
function outerHeight({ kinds, size, margin }) {
  const across = margin[0] + size[0] + margin[2];
  return Object.values(kinds).some(({ letters }) => letters) ? 0.26 : Math.max(0.26, Math.min(0.023 * across, 0.36));
}

/* The elements of a sheet by their names, each with its shape and the size of the grid */
export function placesOf(sheet) {
  const { elements, kinds, size, paths } = sheet;
  const hasCells = Object.values(kinds).some(({ shape }) => shape === "cell");
  const outer = outerHeight(sheet);
  const reach = hasCells ? 0.34 : 0.45; // of an edge: the middle of a cell belongs to none of them
  const passing = new Map(); // place -> how many edges pass through it
  for (const { at } of Object.values(elements))
    for (const own of inside(at).map(String)) passing.set(own, (passing.get(own) || 0) + 1);
  return new Map(
    Object.entries(elements).map(([key, place]) => {
      const { shape, width, letters } = kinds[place.kind];
      const crossed = inside(place.at).flatMap((own, i) => (passing.get(String(own)) > 1 ? [i + 1] : []));
      return [key, { ...place, path: paths[place.path], shape, width, letters, reach, far: size, outer, crossed }];
    }),
  );
}

/* The places inside of an edge, a unit from one to the next, at which others may cross it; of what is no edge none */
function inside([x, y, u, v]) {
  const long = Math.hypot(u - x, v - y) || 1;
  return Array.from({ length: Math.ceil(long) - 1 }, (_, i) => [
    x + ((u - x) * (i + 1)) / long,
    y + ((v - y) * (i + 1)) / long,
  ]);
}

export function middle(place) {
  const [x, y, u, v] = place.at;
  if (place.shape === "cell") return [x + place.width / 2, y + 0.5];
  if (place.shape === "words") return [x + place.width / 2, y];
  return place.shape === "edge" ? [(x + u) / 2, (y + v) / 2] : [x, y];
}

/* Where the number of a place stands: to the left of the frame it does not touch it, however many digits it has. */
export function numbered({ at: [x, y], text, outer }) {
  return x < 0 ? [Math.min(x, -(text.length * outer * DIGIT) / 2 - FREE), y] : [x, y];
}

/* edge -> the cells on both sides of it, or at both of its ends */
export function beside(places) {
  const cells = new Map([...places].filter(([, { shape }]) => shape === "cell").map(([key, { at }]) => [`${at}`, key]));
  const near = 0.01; // grid units, to get off the line between two cells
  const sides = ([x, y]) => [-near, near].map((by) => cells.get(`${[Math.floor(x + by), Math.floor(y + by)]}`));
  const edges = [...places].filter(([, { shape }]) => shape === "edge");
  return new Map(edges.map(([key, place]) => [key, sides(middle(place)).filter(Boolean)]));
}

/* The outline of what belongs to an element, drawn in by `inset`: a rectangle, a circle, a hexagon around an edge. */
export function outline(place, inset = 0) {
  const [x, y] = middle(place);
  if (place.shape === "point") return circle(x, y, 0.3 - inset / 2);
  if (place.shape === "edge") return around(place.at, inset);
  const [wide, tall] = { cell: [place.width / 2, 0.5], words: [place.width / 2, 0.3] }[place.shape] || [];
  const [a, b] = wide ? [wide - inset, tall - inset] : [0.4, 0.3];
  return polygon([
    [x - a, y - b],
    [x + a, y - b],
    [x + a, y + b],
    [x - a, y + b],
  ]);
}

export function around([x, y, u, v], inset, most = 0.45 - inset) {
  const length = Math.hypot(u - x, v - y);
  const wide = Math.min(most, length / 2 - inset);
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const point = (along, aside) => [x + dx * along - dy * aside, y + dy * along + dx * aside];
  const far = length - wide - inset;
  return polygon([
    point(inset, 0),
    point(wide + inset, wide),
    point(far, wide),
    point(length - inset, 0),
    point(far, -wide),
    point(wide + inset, -wide),
  ]);
}

/* Where an element is hit. Where edges meet it is none of them; where two cross it is the nearer one, and at the crossing
   one that is `drawn`. */
export function target(place, drawn = false) {
  if (place.shape !== "edge") return outline(place);
  const [{ reach }, [x, y, u, v], free, near] = [place, place.at, 0.16, 0.05];
  const long = Math.hypot(u - x, v - y);
  const [dx, dy] = [(u - x) / long, (v - y) / long];
  const wide = Math.min(reach, long / 2);
  const side = [free, wide].map((a) => [a, a]);
  const waist = [
    [-wide, wide],
    [-near, drawn ? near : 0],
    [near, drawn ? near : 0],
    [wide, wide],
  ];
  const waists = place.crossed.flatMap((at) => waist.map(([ahead, aside]) => [at + ahead, aside]));
  const half = [...side, ...waists, ...side.map(([ahead, aside]) => [long - ahead, aside]).reverse()];
  const all = [...half, ...half.map(([ahead, aside]) => [ahead, -aside]).reverse()];
  return polygon(all.map(([ahead, aside]) => [x + dx * ahead - dy * aside, y + dy * ahead + dx * aside]));
}

/* The ring around an element: it cuts neither what stands at the ends of an edge nor what stands beside it. */
export function ringed(place) {
  if (place.shape === "point") return outline(place, -0.14);
  return place.shape === "edge" ? around(place.at, 0.34, 0.2) : outline(place, 0.02);
}

export const polygon = (points) => `M${points.map(([x, y]) => `${x * UNIT} ${y * UNIT}`).join("L")}Z`;

export function circle(x, y, r) {
  const [cx, cy, R] = [x * UNIT, y * UNIT, r * UNIT];
  return `M${cx - R} ${cy}A${R} ${R} 0 1 0 ${cx + R} ${cy}A${R} ${R} 0 1 0 ${cx - R} ${cy}Z`;
}

/* The order in which one reads elements: by their height, then from left to right */
function reading([key, a], [other, b]) {
  const away = [middle(a)[1] - middle(b)[1], middle(a)[0] - middle(b)[0]].find((d) => Math.abs(d) > 1e-6);
  return away || key.localeCompare(other);
}

/* Elements in rows of one height */
export function inRows(places) {
  const rows = [];
  let last = null;
  for (const [key, place] of [...places].sort(reading)) {
    const height = middle(place)[1];
    if (last === null || height - last > 1e-6) rows.push([]);
    rows.at(-1).push([key, place]);
    last = height;
  }
  return rows;
}

/* Where an arrow leads from an element. Left and right go through all rows as one reads, so they reach everything; up and
   down go to the nearest element in that quarter of the plane, else in that half, and stay in a column if they can. */
export function neighbour(places, [key, from], arrow) {
  if (arrow === "ArrowRight") return next(places, [key, from], reading);
  if (arrow === "ArrowLeft") return next(places, [key, from], (a, b) => reading(b, a));
  const column = Math.floor(middle(from)[0]);
  let best = null;
  for (const [other, place] of places) {
    const [x, y] = [middle(place)[0] - middle(from)[0], middle(place)[1] - middle(from)[1]];
    const ahead = arrow === "ArrowDown" ? y : -y;
    if (ahead < 1e-9) continue;
    const away = Math.abs(Math.floor(middle(place)[0]) - column);
    const rank = [Math.abs(x) > ahead + 1e-9 ? 1 : 0, Math.hypot(x, y), away, x];
    const order = best && rank.map((value, i) => value - best.rank[i]).find((d) => Math.abs(d) > 1e-9);
    if (!best || order < 0) best = { key: other, rank };
  }
  return best && best.key;
}

/* The next element in an order; after the last the first. */
function next(places, from, order) {
  const others = places.filter(([key]) => key !== from[0]);
  const later = others.filter((other) => order(other, from) > 0);
  const first = (some) => some.reduce((a, b) => (order(a, b) < 0 ? a : b));
  return others.length ? first(later.length ? later : others)[0] : null;
}

/* The edges along which one drags, each in either direction, and the places at which they end */
const WAYS = new WeakMap(); // of places, for those who drag again
export function ways(places) {
  if (!WAYS.has(places)) WAYS.set(places, waysOf(places));
  return WAYS.get(places);
}

function waysOf(places) {
  const known = new Map();
  const end = (...at) => known.get(`${at}`) || known.set(`${at}`, at).get(`${at}`);
  const arcs = places
    .filter(([, { shape }]) => shape === "edge")
    .map(([key, { at }]) => ({ key, from: end(at[0], at[1]), to: end(at[2], at[3]) }));
  const back = arcs.map(({ key, from, to }) => ({ key, from: to, to: from }));
  return { arcs: [...arcs, ...back], ends: [...known.values()] };
}

const CLOSE = 0.45; // so near to an edge, or to its end, a drag is there
const length = ([x, y]) => Math.hypot(x, y);
export const away = ([x, y], [u, v]) => length([u - x, v - y]);

/* The end to which a place is near, if there is one */
export const endAt = ({ ends }, place) => ends.find((end) => away(end, place) < CLOSE);

/* The edge from an end on which a place lies: which one it is, how far ahead the place is, and whether it is past the
   middle */
export function along({ arcs }, end, place) {
  const [px, py] = [place[0] - end[0], place[1] - end[1]];
  const found = arcs
    .filter(({ from }) => from === end)
    .map(({ key, to }) => {
      const [dx, dy] = [to[0] - end[0], to[1] - end[1]];
      const long = length([dx, dy]);
      const [ahead, aside] = [(px * dx + py * dy) / long, Math.abs(px * dy - py * dx) / long];
      return { key, ahead, aside, long, isPast: ahead > long / 2 };
    });
  const on = found.filter(({ ahead, aside, long }) => ahead > 0 && ahead < long && aside < CLOSE);
  return on.sort((a, b) => a.aside - b.aside)[0];
}

/* The name of the cell in which a place lies, of these cells */
export function cellAt(cells, [x, y]) {
  const inside = ([, { at, width }]) => at[0] < x && x < at[0] + width && at[1] < y && y < at[1] + 1;
  return cells.find(inside)?.[0];
}
