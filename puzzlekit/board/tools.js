/* What stands around the grid: the palette of symbols, and a panel below for questions and texts. */

import { spokenState } from "./draw.js";
import { html, svg } from "./nodes.js";
import { laid } from "./pens.js";

export function push(name, attributes, action) {
  const node = html("button", { type: "button", ...attributes }, name);
  node.addEventListener("click", action);
  return node;
}

/* One button for each state that can be typed, or noted; the focus stays where it is, on the grid. */
export function symbolButtons(words, looks, enter) {
  return words.map((own) => {
    const state = laid(own).word;
    const name = spokenState(state, looks);
    const attributes = { tabindex: -1, "aria-label": name, title: name, "data-state": own };
    const sign = state ? looks[state].text || (looks[state].path ? "" : looks[state].said) : "\u2423";
    const node = push(html("span", { "aria-hidden": "true" }, sign), attributes, () => enter(own)); // its label says it
    if (state && looks[state].path && !looks[state].text) {
      const look = { viewBox: "0 0 1 1", class: "pk-icon", "aria-hidden": "true" };
      node.append(svg("svg", look, svg("path", { d: looks[state].path, class: `pk-shape pk-${looks[state].look}` })));
    }
    node.addEventListener("pointerdown", (event) => event.preventDefault());
    return node;
  });
}

/* The same for the colours of cells, which have names and no looks */
export function colourButtons(words, looks, use) {
  return words.map((own) => {
    const name = laid(own).word || "no colour";
    const look = { tabindex: -1, "aria-label": name, title: name, "data-state": own, class: "pk-swatch" };
    const node = push(html("span", { class: own ? `pk-colour-${name}` : "" }), look, () => use(own));
    node.addEventListener("pointerdown", (event) => event.preventDefault());
    return node;
  });
}

/* Escape closes the panel; other keys keep their meaning, which a handler takes from them if it returns false. */
function closedByEscape(panel, close) {
  panel.onkeydown = (event) => {
    if (event.key === "Escape") close();
  };
}

/* Show nodes in the panel below the board, until it is closed by a button of this name. */
export function show(panel, nodes, closed, name = "Close") {
  const close = () => {
    panel.hidden = true;
    closed();
  };
  const last = push(name, {}, close);
  panel.replaceChildren(...nodes, last);
  closedByEscape(panel, close);
  panel.hidden = false;
  last.focus({ preventScroll: true });
  panel.scrollIntoView({ block: "nearest" }); // its beginning, where it is longer than the screen
}

/* A text field in the panel below the board; `use` gets the text, or there is nothing to do but to copy it. */
export function ask(panel, label, content, use, closed, rows = 5) {
  const field = html("textarea", { "aria-label": label, rows, spellcheck: "false" });
  const close = () => {
    panel.hidden = true;
    closed();
  };
  const done = () => {
    close();
    use(field.value);
  };
  field.value = content;
  panel.replaceChildren(
    html("div", {}, label),
    field,
    ...(use ? [push("Put the text on the board", {}, done)] : []),
    push("Close", {}, close),
  );
  closedByEscape(panel, close);
  if (use && rows === 1)
    field.onkeydown = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // otherwise the key also presses the button that gets the focus
      done();
    };
  panel.hidden = false;
  field.focus();
  field.select();
}
