/* The tool bar: one row of signs and words, of signs alone where there is little room. What does not fit is found in the
   menu, which lies over the board and moves nothing. */

import { icon } from "./icons.js";
import { html } from "./nodes.js";
import { push } from "./tools.js";

const GROUPS = [
  [
    ["edit", "Edit", "Change the clues"],
    ["play", "Play", "Fill in an answer"],
  ],
  [
    ["undo", "Undo", "Take the last change back (Ctrl+Z)"],
    ["redo", "Redo", "Repeat the change that was taken back (Ctrl+Y)"],
  ],
  [["restore", "Bring back", "Restore earlier entries, of this board or of another board of this puzzle"]],
  [["notes", "Notes", "Write pencil marks: several candidates in one place (Alt+N, or Shift and a key)"]],
  [
    ["hint", "Hint", "Fill in one place of a solution (Alt+H)"],
    ["check", "Check", "Are all entries right? Has the puzzle exactly one solution? (Alt+C)"],
    ["solve", "Solve", "Run the solve function of this board"],
    ["stop", "Stop", "Stop the running answer"], // in the place of Solve
  ],
  [
    ["next_step", "Next step", "Show the next conclusion and its reason, picture by picture (Alt+S)"],
    ["why", "Why?", "Why must the selected element be as it is?"],
  ],
  [
    ["trial", "Trial", "Try something, then return to the present board with one press"],
    ["keep", "Keep", "End the trial, and keep its entries"],
  ],
  [["help", "Help", "Keys, and what the signs mean"]],
];
const MENU = [
  [
    ["corners", "Corner marks", "Write marks in the corners of cells (Alt+M)"],
    ["colours", "Colours", "Colour cells (Alt+L)"],
  ],
  [
    ["note", "Fill in notes", "Fill in candidates by direct deduction"],
    ["tidy", "Tidy notes", "Each entry takes away the notes that it makes impossible"],
    ["checks", "Live checks", "Check each entry at once"],
    ["mistakes", "Mark mistakes", "After each entry, Check compares all entries with the solution"],
  ],
  [
    ["clear", "Clear", "Remove all entries and notes; in edit mode, the clues as well"],
    ["reset", "Reset", "Go back to the first puzzle"],
    ["generate", "New", "Another puzzle, made from a size and a seed"],
    ["new", "Empty board", "An empty board of some size"],
    ["compose", "Compose", "Choose clues and names from lists"],
  ],
  [
    ["copy", "Copy puzzle", "The puzzle as a text"],
    ["copy_position", "Copy position", "The puzzle with all entries, crosses and notes, as a text (Ctrl+C)"],
    ["copy_link", "Copy link", "The puzzle as an address"],
    ["paste", "Paste", "A text that was copied, an id, or a link (Ctrl+V)"],
  ],
  [
    ["smaller", "Smaller", "Draw the board smaller"],
    ["larger", "Larger", "Draw the board and its messages larger"],
    ["projector", "Projector", "Boards as large as the window, here and in all chapters"],
    ["full", "Full screen", "Fill the screen (Esc ends it)"],
  ],
];
const STAYS = ["tidy", "checks", "mistakes", "smaller", "larger"]; // after which the menu stays open
const ONCE = ["solve", "stop"]; // that stand in one place: a double click on one must not press the other
const LEAVES = [7, 6, 2, 5, 1]; // the groups that go into the menu where the row is too long, in this order
const SMALL = { below: 600, leaves: [7, 6, 0, 2, 5, 1] }; // of signs alone: while one plays, steps are of most use

/* Buttons by their names. One that is off keeps the focus, so it is never `disabled`. */
export class Bar {
  constructor(press) {
    Object.assign(this, { press, buttons: {} });
    this.groups = GROUPS.map((group) => this.group(group));
    this.menuButton = this.button(["menu", "Menu", "More buttons"]);
    this.row = html("div", { class: "pk-toolbar", role: "group", "aria-label": "Board" });
    this.rest = html("span", { class: "pk-rest" });
    this.menu = html("div", { class: "pk-menu", role: "group", "aria-label": "Menu", hidden: "" }, [
      this.rest,
      ...MENU.map((group) => this.group(group)),
    ]);
    this.node = html("div", { class: "pk-tools" }, [this.row, this.menu]);
    this.node.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.menu.hidden) return;
      event.stopPropagation();
      this.open(false);
      this.menuButton.focus();
    });
    new ResizeObserver(() => this.fit()).observe(this.node);
    this.fit();
  }

  group(tools) {
    return html(
      "span",
      { class: "pk-group" },
      tools.map((tool) => this.button(tool)),
    );
  }

  button([name, label, title]) {
    const on = ({ detail }) => {
      if (this.buttons[name].getAttribute("aria-disabled") === "true") return;
      if (ONCE.includes(name) && detail > 1) return;
      if (this.menu.contains(this.buttons[name]) && !STAYS.includes(name)) this.open(false);
      this.press(name);
    };
    const sign = icon(name);
    const keys = /Alt\+(.)/.exec(title);
    const node = push(html("span", { class: "pk-name" }, label), { title, "data-do": name, "aria-label": label }, on);
    if (sign) node.prepend(sign);
    if (keys) node.setAttribute("aria-keyshortcuts", keys[0]);
    return (this.buttons[name] = node);
  }

  /* Press a button of which only the name is known. */
  click(name) {
    if (!this.buttons[name].hidden) this.buttons[name].click();
  }

  /* Give a button the focus, or the one that opens the menu where it stands there. */
  focus(name) {
    const hidden = this.menu.hidden && this.menu.contains(this.buttons[name]);
    (hidden ? this.menuButton : this.buttons[name]).focus();
  }

  /* Show which tools there are, which are off, and which are pressed. */
  show({ hidden, off, pressed, running }) {
    const before = this.shown;
    for (const [name, node] of Object.entries(this.buttons)) {
      node.hidden = Boolean(hidden[name]);
      if (name in pressed) node.setAttribute("aria-pressed", Boolean(pressed[name]));
      else node.setAttribute("aria-disabled", Boolean(off[name]));
    }
    const [gone, here] = running ? ["solve", "stop"] : ["stop", "solve"];
    const left = document.activeElement === this.buttons[gone];
    this.buttons.stop.classList.toggle("pk-away", !running);
    if (left) this.buttons[here].focus(); // the focus must not get lost with the button
    this.edits = Boolean(pressed.edit);
    this.shown = JSON.stringify([hidden, this.edits]);
    if (this.shown !== before) this.fit();
  }

  /* Open the menu, or close it. */
  open(open) {
    this.menu.hidden = !open;
    this.menuButton.setAttribute("aria-expanded", open);
  }

  /* One row, whatever its width is. */
  fit() {
    const focused = this.node.getRootNode().activeElement;
    this.row.replaceChildren(...this.groups, this.menuButton);
    this.rest.replaceChildren();
    const small = this.node.clientWidth < SMALL.below && !this.edits;
    for (const index of small ? SMALL.leaves : LEAVES) {
      if (this.row.scrollWidth <= this.row.clientWidth) break;
      this.rest.prepend(this.groups[index]);
    }
    if (this.node.contains(focused) && focused !== document.activeElement) focused.focus();
  }
}
