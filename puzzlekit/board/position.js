/* A position as text: the puzzle, and below a line of its own what else stands on the board, as Python writes and reads
   it. Of an element that is told twice the later line counts. */

const HEAD = "position:";
const ABOUT = /^.+? [=?]/; // "cell (1,2) =" for a state, "cell (1,2) ?" for notes

export class Position {
  constructor(text) {
    const lines = text.split("\n");
    const cut = lines.lastIndexOf(HEAD);
    this.puzzle = lines.slice(0, cut).join("\n");
    this.lines = new Map(lines.slice(cut + 1).map((line) => [ABOUT.exec(line)[0], line]));
  }

  /* What is said of each element: its name, the sign, and the words behind it */
  said() {
    return [...this.lines].map(([about, line]) => [
      about.slice(0, -2),
      about.slice(-1),
      line.slice(about.length).trim(),
    ]);
  }

  /* Say of an element, by `=` its state or by `?` its notes, what Python does not say yet. */
  add(name, sign, words) {
    this.lines.set(`${name} ${sign}`, `${name} ${sign} ${words}`.trimEnd());
  }

  leaveOut(name) {
    this.lines.delete(`${name} =`);
  }

  count(sign) {
    return [...this.lines.keys()].filter((about) => about.endsWith(sign)).length;
  }

  /* Whether another position has all of this one */
  isIn(other) {
    return this.puzzle === other.puzzle && [...this.lines].every(([about, line]) => other.lines.get(about) === line);
  }

  toString() {
    return [this.puzzle, HEAD, ...this.lines.values()].join("\n");
  }
}
