/* What stands around the grid: the tool bar, the palette of symbols, and a text field for copying and pasting. */

import { spokenState } from "./draw.js";
import { html, svg } from "./nodes.js";

const ALWAYS = [
  [
    ["edit", "Edit", "Change the clues"],
    ["play", "Play", "Fill in an answer"],
  ],
  [
    ["undo", "Undo", "Take the last change back (Ctrl+Z)"],
    ["redo", "Redo", "Ctrl+Y"],
  ],
  [["notes", "Notes", "Write pencil marks: several candidates in one place (also with Shift)"]],
  [
    ["hint", "Hint", "One element of a solution"],
    ["solve", "Solve", "Run the solve function of this board"],
    ["check", "Check", "Is there exactly one solution?"],
  ],
  [
    ["why", "Why?", "Why must the selected element be as it is?"],
    ["next_step", "Next step", "The easiest step from here, picture by picture"],
  ],
  [
    ["menu", "Menu", "More buttons"],
    ["help", "?", "Keys, and what the signs mean"],
  ],
  [["restore", "Bring back", "What was filled in here before this page was closed"]],
  [["stop", "Stop", "Stop what is running"]], // last, so that nothing moves when it appears
];
const MENU = [
  [
    ["clear", "Clear", "Empty what was filled in and noted; in edit mode the clues as well"],
    ["reset", "Reset", "Go back to the first puzzle"],
    ["new", "New", "An empty board of some size"],
  ],
  [["checks", "Live checks", "Judge every entry at once; off, so that others can be asked first"]],
  [["note", "Fill in notes", "Note what is left in each place, as far as one sees it at a glance"]],
  [
    ["copy", "Copy", "The board as a text"],
    ["paste", "Paste", "A text that was copied, or an id"],
  ],
  [
    ["smaller", "Smaller", "Draw the board smaller"],
    ["larger", "Larger", "Draw the board and what is said larger"],
    ["full", "Full screen", "Fill the screen (Esc ends it)"],
  ],
];

export function push(name, attributes, action) {
  const node = html("button", { type: "button", ...attributes }, name);
  node.addEventListener("click", action);
  return node;
}

/* The tool bar, its menu, and the buttons of both by name. A button that is off keeps the focus, so it is never
   `disabled`. */
export function toolbar(press) {
  const buttons = {};
  const button = ([name, label, title]) => {
    const on = () => buttons[name].getAttribute("aria-disabled") !== "true" && press(name);
    return (buttons[name] = push(label, { title, "data-do": name }, on));
  };
  const bar = (label, groups) =>
    html(
      "div",
      { class: "pk-toolbar", role: "group", "aria-label": label },
      groups.map((group) => html("span", { class: "pk-group" }, group.map(button))),
    );
  const [always, menu] = [bar("Board", ALWAYS), bar("Menu", MENU)];
  menu.hidden = true;
  return [always, menu, buttons];
}

/* One button for each state that can be typed, or noted; the focus stays where it is, on the grid. */
export function symbolButtons(states, looks, enter) {
  return states.map((state) => {
    const name = spokenState(state, looks);
    const attributes = { tabindex: -1, "aria-label": name, title: name, "data-state": state };
    const node = push(
      state ? looks[state].text || (looks[state].path ? "" : looks[state].said) : "\u2423",
      attributes,
      () => enter(state),
    );
    if (state && looks[state].path && !looks[state].text) {
      const look = { viewBox: "0 0 1 1", class: "pk-icon", "aria-hidden": "true" };
      node.append(svg("svg", look, svg("path", { d: looks[state].path, class: `pk-shape pk-${looks[state].look}` })));
    }
    node.addEventListener("pointerdown", (event) => event.preventDefault());
    return node;
  });
}

/* Show nodes in the panel below the board, until it is closed. */
export function show(panel, nodes, closed) {
  const close = () => {
    panel.hidden = true;
    closed();
  };
  const last = push("Close", {}, close);
  panel.replaceChildren(...nodes, last);
  panel.onkeydown = (event) => event.key === "Escape" && close();
  panel.hidden = false;
  last.focus({ preventScroll: true });
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
    ...(use ? [push("Put it on the board", {}, done)] : []),
    push("Close", {}, close),
  );
  panel.onkeydown = (event) => event.key === "Escape" && close();
  panel.hidden = false;
  field.focus();
  field.select();
}
