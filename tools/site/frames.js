/* A picture with a slider: its pictures lie beside the page. */

const button = (text, label, press) => {
  const node = Object.assign(document.createElement("button"), { type: "button", textContent: text, onclick: press });
  node.setAttribute("aria-label", label);
  return node;
};

export function showFrames(place, { folder, label, stops, captions, start, alt }) {
  const make = (name, more) => Object.assign(document.createElement(name), more);
  const range = make("input", { type: "range", min: 0, max: stops.length - 1, value: start });
  range.setAttribute("aria-label", label);
  const picture = make("img", { alt });
  const words = make("output", {});
  const go = (index) => {
    range.value = index;
    const at = Number(range.value);
    range.setAttribute("aria-valuetext", stops[at]);
    picture.src = `${folder}/${at}.svg`;
    words.textContent = captions[at] ?? `${label}: ${stops[at]}`;
  };
  range.addEventListener("input", () => go(range.value));
  const step = (by) => () => go(Number(range.value) + by);
  const bar = make("div", { className: "bar" });
  bar.append(button("◀", "Previous", step(-1)), range, button("▶", "Next", step(1)));
  place.replaceChildren(bar, picture, words);
  go(start);
}
