/* Where elements lie, in grid units, and the paths of SVG around them. */

export const UNIT = 40; // SVG units of one grid unit: browsers draw text of less than one unit badly

/* The elements of a sheet by their names, each with its shape and the size of the grid */
export function placesOf({ elements, kinds, size }) {
  return new Map(
    Object.entries(elements).map(([key, place]) => {
      const { shape, width, letters } = kinds[place.kind];
      return [key, { ...place, shape, width, letters, far: size }];
    }),
  );
}

export function middle(place) {
  const [x, y, u, v] = place.at;
  if (place.shape === "cell") return [x + place.width / 2, y + 0.5];
  if (place.shape === "words") return [x + place.width / 2, y];
  return place.shape === "edge" ? [(x + u) / 2, (y + v) / 2] : [x, y];
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

/* The edge along which one drags from a place near its end to another place, with its other end, if there is one. */
export function along(places, from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  let best = null;
  for (const [key, [a, b], [c, d]] of arcs(places)) {
    const length = Math.hypot(c - a, d - b);
    const [ahead, aside] = [(dx * (c - a) + dy * (d - b)) / length, Math.abs(dx * (d - b) - dy * (c - a)) / length];
    const away = Math.hypot(from[0] - a, from[1] - b);
    if (away < 0.45 && ahead > 0.45 && aside < ahead / 2 && (!best || away < best.away))
      best = { key, away, end: [c, d] };
  }
  return best;
}

/* Whether a place is near an end of an edge */
export const atEnd = (places, [x, y]) => arcs(places).some(([, [a, b]]) => Math.hypot(x - a, y - b) < 0.3);

/* The name of the cell in which a place lies, of these cells */
export function cellAt(cells, [x, y]) {
  const inside = ([, { at, width }]) => at[0] < x && x < at[0] + width && at[1] < y && y < at[1] + 1;
  return cells.find(inside)?.[0];
}

/* Every edge in either direction: its name, and where it begins and ends */
function arcs(places) {
  return places
    .filter(([, { shape }]) => shape === "edge")
    .flatMap(
      ([
        key,
        {
          at: [x, y, u, v],
        },
      ]) => [
        [key, [x, y], [u, v]],
        [key, [u, v], [x, y]],
      ],
    );
}
