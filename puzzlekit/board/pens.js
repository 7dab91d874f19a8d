/* What a player writes in an element beside its state: notes of what it may be, marks in its corners, a colour. All are
   words in one list; corner marks and colours say so. */

const PEN_SIGNS = { corners: "corner:", colours: "colour:" };
export const PENS = ["notes", "corners", "colours"];

/* Keys that choose a pen, as in other programs, each with what is written then */
const PEN_KEYS = {
  z: ["entry", "entries"],
  x: ["corners", "corner marks"],
  c: ["notes", "notes"],
  v: ["colours", "colours"],
};

/* Whether there is anything on a sheet that a pen writes */
export const hasPen = ({ kinds }, pen) => Object.values(kinds).some((kind) => kind[pen].length);

/* Those of them that there are on a sheet; none if an entry is typed with one of them. */
export function penKeys(sheet) {
  const entries = Object.values(sheet.kinds).flatMap(({ play }) => play);
  const taken = entries.some((state) => sheet.looks[state]?.key.toLowerCase() in PEN_KEYS);
  return Object.entries(PEN_KEYS).filter(([, [pen]]) => !taken && (pen === "entry" || hasPen(sheet, pen)));
}

/* The words that a pen writes in elements of a kind */
export const written = (kind, pen) => kind[pen].map((word) => (PEN_SIGNS[pen] || "") + word);

/* All words that such elements may hold, in their order */
export const notable = (kind) => PENS.flatMap((pen) => written(kind, pen));

/* A word, and which pen has written it */
export function laid(own) {
  const pen = PENS.find((name) => PEN_SIGNS[name] && own.startsWith(PEN_SIGNS[name])) || "notes";
  return { pen, word: own.slice((PEN_SIGNS[pen] || "").length) };
}

/* What each pen has written, of these words */
export function layers(words) {
  const found = { notes: [], corners: [], colours: [] };
  for (const own of words) found[laid(own).pen].push(laid(own).word);
  return found;
}
