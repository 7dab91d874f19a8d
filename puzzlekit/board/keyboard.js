/* The keyboard on a board: arrows, commands, and what is typed. */

import { neighbour } from "./geometry.js";
import { Typed, plain } from "./keys.js";
import { laid, penKeys, written } from "./pens.js";

/* With Alt, by the place of the key: letters alone are symbols of some puzzles. */
export const KEYS = {
  KeyN: "notes",
  KeyM: "corners",
  KeyL: "colours",
  KeyH: "hint",
  KeyC: "check",
  KeyS: "next_step",
};

export class Keyboard {
  constructor(view) {
    Object.assign(this, { view, typed: new Typed() });
  }

  key(event) {
    const { ctrlKey, metaKey, altKey } = event;
    const handled = ctrlKey || metaKey ? this.command(event) : altKey ? this.tool(event) : this.stroke(event);
    if (handled) event.preventDefault();
  }

  tool({ code }) {
    const name = KEYS[code];
    if (name) this.view.bar.click(name);
    return Boolean(name);
  }

  command({ key, shiftKey }) {
    const { view } = this;
    const name = key.toLowerCase();
    if (name === "z") view.press(shiftKey ? "redo" : "undo");
    else if (name === "y") view.press("redo");
    else if (name === "c" && !shiftKey && !view.texts.hasSelection) view.texts.copy("copy_position");
    else if (name === "a") view.grid.selectAll();
    else if (key === "Home" || key === "End") this.end(key, view.grid.touchable());
    else return false;
    return true;
  }

  stroke(event) {
    const { key, shiftKey } = event;
    const { grid, player } = this.view;
    if (key.startsWith("Arrow")) {
      const next = neighbour(grid.reachable(), [grid.selected, grid.places.get(grid.selected)], key);
      this.view.select(next, true, shiftKey && grid.takesMany(next) ? "more" : "");
    } else if (key === "Home" || key === "End") this.end(key, grid.rowOf(grid.selected));
    else if (key === "Escape") this.view.buttons[grid.mode].focus();
    else if (key === "Backspace" || key === "Delete") player.empty();
    else if (key === " " || key === "Enter") player.click(grid.selected);
    else if (key.length === 1) this.type(event);
    else return false;
    return true;
  }

  /* To the first or the last of these places */
  end(key, places) {
    this.view.select(places.at(key === "Home" ? 0 : -1)?.[0]);
  }

  type(event) {
    const { grid, player } = this.view;
    const { selected } = grid;
    const [{ key, timeStamp: time }, looks] = [event, grid.sheet.looks];
    const states = ["", ...grid.kind(selected)[grid.mode].filter(Boolean)];
    const withShift = player.takes(selected, "notes") ? plain(event) : "";
    const shifted = withShift && !states.some((word) => looks[word]?.key === key);
    const [, pen] = (grid.mode === "play" && penKeys(grid.sheet).find(([own]) => own === key)) || [];
    if (pen) return this.choose(...pen);
    if (player.pen === "colours") return this.colour(key);
    if (shifted || player.takes(selected)) return this.note(shifted ? withShift : key, time, shifted);
    const state = this.typed.state(key, time, states, looks, player.state(selected));
    if (state === undefined) this.view.say(`The key ${key} types no symbol here.`);
    else player.enter(state);
  }

  choose(pen, what) {
    if (this.view.player.pen !== pen) this.view.write(pen);
    this.view.say(`Pen: ${what}.`);
  }

  note(key, time, shifted) {
    const { grid, player } = this.view;
    const pen = shifted && player.pen === "entry" ? "notes" : player.pen;
    const [words, noted] = [written(grid.kind(grid.selected), pen), player.notes(grid.selected)];
    const find = (some) => {
      const states = some.map((own) => laid(own).word);
      return some[states.indexOf(this.typed.state(key, time, states, grid.sheet.looks))];
    };
    const word = find(words.filter((own) => !noted.includes(own))) || find(words);
    if (word) player.note(word, pen);
    else this.view.say(`The key ${key} types no note here.`);
  }

  /* Colours are typed by their numbers. */
  colour(key) {
    const { grid, player } = this.view;
    const word = written(grid.kind(grid.selected), "colours")[key - 1];
    if (word) this.view.pick(word);
    else if (key === "0") player.note("");
    else this.view.say(`The key ${key} types no colour here.`);
  }
}
