/* Keys pressed in a widget stay in it: JupyterLab would take `x` for "cut the cell". */

const FOR_ALL = ["s", "S"]; // with Ctrl or Cmd: saving is meant wherever the focus is

/* The keyboard stays in a widget until one clicks elsewhere: with a click beside what takes keys it goes `home()` (if no
   text is selected so, for that would end it), and also where what had it is gone: the returned function looks. */
export function keepKeys(root, home = () => root.focus({ preventScroll: true })) {
  root.addEventListener("keydown", (event) => {
    const chord = event.ctrlKey || event.metaKey;
    if (!(chord && FOR_ALL.includes(event.key))) event.stopPropagation();
  });
  root.setAttribute("tabindex", -1);
  root.addEventListener("click", () => {
    if (root.getRootNode().activeElement === root && getSelection().isCollapsed) home();
  });
  let has = false;
  root.addEventListener("focusin", () => (has = true));
  root.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (isShown(target)) has = root.contains(relatedTarget);
  });
  return () => {
    const now = root.getRootNode().activeElement;
    if (has && (!now || now === document.body || (root.contains(now) && !isShown(now)))) home();
  };
}

function isShown(node) {
  return node.getClientRects().length > 0 && getComputedStyle(node).visibility !== "hidden";
}

/* The key that Shift was pressed with: "5" where that gives "%"; "" without Shift, and for other keys */
export function plain({ shiftKey, code = "" }) {
  return shiftKey && /^(Digit|Numpad|Key).$/.test(code) ? code.at(-1).toLowerCase() : "";
}

const TOGETHER = 1000; // milliseconds within which keys make one word, such as "12"

/* What is typed, key by key */
export class Typed {
  /* The first of `states` for which the last keys stand, or the last key alone; undefined if there is none. Where one of
     them is `held` already, the next. Small and capital letters are told apart where there are both. */
  state(key, time, states, looks, held) {
    const all = (same) => states.filter((state) => looks[state] && same(looks[state].key));
    const find = (word) => {
      const exact = all((own) => own === word);
      const found = exact.length ? exact : all((own) => own.toUpperCase() === word.toUpperCase());
      return found[(found.indexOf(held) + 1) % found.length];
    };
    const more = time - this.time < TOGETHER ? this.word + key : key;
    this.word = find(more) === undefined ? key : more;
    this.time = time;
    const clear = key === "0" ? "" : undefined; // where it types nothing else
    return find(this.word) ?? clear;
  }

  end() {
    this.time = -Infinity;
  }
}
