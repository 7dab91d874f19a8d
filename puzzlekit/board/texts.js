/* The board as a text: copied, pasted, and asked about where it would replace another puzzle. */

import { html } from "./nodes.js";
import { ask, push, show } from "./tools.js";

export class Texts {
  constructor(view) {
    Object.assign(this, { view, pasted: "" });
  }

  read(text, sure = false) {
    this.pasted = text;
    this.view.send("paste", { text, sure });
  }

  async copy(name) {
    const { view } = this;
    await view.line.answered(); // the puzzle's text comes from Python; without it, as it was
    const { puzzle, link } = view.model.get("ui");
    const text = { copy: puzzle, copy_link: link }[name] ?? String(view.entries.position());
    const what = { copy: "puzzle", copy_link: "link" }[name] ?? "position";
    try {
      await navigator.clipboard.writeText(text);
      view.say(`Copied: the ${what} is in the clipboard as a text.`);
    } catch {
      this.ask(name, "Copy this text:", text, null);
    }
  }

  ask(name, label, content, use, rows) {
    ask(this.view.panel, label, content, use, () => this.view.focus(name), rows);
  }

  /* Whether a part of a message is selected, which is then what one copies */
  get hasSelection() {
    const { isCollapsed, anchorNode } = getSelection();
    return !isCollapsed && this.view.root.contains(anchorNode);
  }

  /* All was answered; a question is about the text that was pasted. */
  settle(question) {
    const [{ view }, text] = [this, this.pasted];
    this.pasted = "";
    if (!question || !text) return;
    const sure = () => {
      view.panel.hidden = true;
      this.read(text, true);
      view.keepFocus();
    };
    const nodes = [html("div", { role: "alert" }, question), push("Replace", { "data-do": "replace" }, sure)];
    show(view.panel, nodes, () => view.grid.focus(), "Keep this board");
  }
}
