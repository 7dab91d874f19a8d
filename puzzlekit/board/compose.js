/* Forms in the panel below the board: a clue, or another name, put together from lists. */

import { html } from "./nodes.js";
import { push, show } from "./tools.js";

let datalists = 0; // on this page, for ids that must differ

function field({ label, choices, free }) {
  const options = choices.map((word) => html("option", { value: word }, word));
  if (!free) return [html("select", { "aria-label": label }, options)];
  const id = `pk-choices-${++datalists}`;
  return [
    html("input", { "aria-label": label, list: id, placeholder: label, size: 12 }),
    html("datalist", { id }, options),
  ];
}

function form({ name, label, fields }, send) {
  const inputs = fields.map(field);
  const words = () => inputs.map(([input]) => input.value.trim());
  const line = html("form", { class: "pk-form", "aria-label": label }, [
    ...inputs.flat(),
    push(label, { "data-do": `form-${name}` }, () => send(name, words())),
  ]);
  line.addEventListener("submit", (event) => event.preventDefault());
  return line;
}

/* Show a sheet's forms in a panel; where they are shown already, what was chosen stays as far as it can. */
export function showForms(panel, forms, send, closed) {
  const before = [...panel.querySelectorAll(".pk-forms :is(select, input)")].map((input) => input.value);
  const focused = [...panel.querySelectorAll("button")].indexOf(panel.getRootNode().activeElement);
  const all = html(
    "div",
    { class: "pk-forms" },
    forms.map((one) => form(one, send)),
  );
  show(panel, [all], closed);
  all.querySelectorAll("select, input").forEach((input, i) => {
    const known = [...(input.options || [{ value: before[i] }])].some(({ value }) => value === before[i]);
    if (known && before[i] !== undefined) input.value = before[i];
  });
  (panel.querySelectorAll("button")[focused] || all.querySelector("select")).focus({ preventScroll: true });
}
