/* Words in a place: how wide they are, and how they are broken or cut where they have no room. Widths are of the size of
   the letters. */

export const cut = (word, room) => (word.length > room ? `${word.slice(0, room - 1).trimEnd()}.` : word);

const PEN = document.createElement("canvas").getContext("2d");
export function widthOf(word) {
  PEN.font = "100px Arial, Helvetica, sans-serif"; // as in .pk-grid
  return PEN.measureText(word).width / 100;
}

/* A word in one line, or in two at its last space; what is still too wide is cut. */
export function broken(word, wide) {
  const space = word.lastIndexOf(" ");
  const parts = widthOf(word) <= wide || space < 0 ? [word] : [word.slice(0, space), word.slice(space + 1)];
  return parts.map((part) => {
    let room = part.length;
    while (room > 2 && widthOf(cut(part, room)) > wide) room -= 1;
    return cut(part, room);
  });
}
