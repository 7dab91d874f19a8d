/* Pages of 1280 x 720 out of a chapter's cells, and the keys to walk them.

   A slide of the author's begins where a cell says so. What does not fit goes on, on a page of its own: whole blocks (a
   paragraph, a list, a piece of code, an output) are moved, a heading stays with what it heads, and code with its
   output where both fit. A block that is larger than a page is shrunk. */

const [ROOM, TOP] = [640, 36]; // what a page has room for, and where it begins
const [SMALLEST, SMALL] = [0.7, 330]; // how far text may be shrunk, and how small a picture may be
const WIDE = "pre, table, math[display=block]";
const PICTURE = ".jp-OutputArea-output > img, .jp-OutputArea-output > svg";
const deck = document.querySelector("#deck");
let page;
let shown = 0;

const BLOCKS = ".jp-RenderedMarkdown > *, .jp-Cell-inputWrapper:has(.jp-InputArea-editor), .jp-OutputArea-child";

/* The block in copies of the elements around it, without what else they hold. It is moved, for a copy of a picture has
   no size until it is loaded. */
function alone(block, slide) {
  const around = [];
  for (let outer = block.parentElement; outer !== slide; outer = outer.parentElement) around.push(outer);
  return around.reduce((whole, outer) => {
    const shell = outer.cloneNode(false);
    shell.append(whole);
    return shell;
  }, block);
}

/* Blocks that stay together where they can: headings with the block below, a cell's code with its outputs */
function units(slide) {
  const found = [];
  let open = null;
  for (const block of slide.querySelectorAll(BLOCKS)) {
    if (block.closest(".jp-OutputArea-child") !== block && block.closest(".jp-OutputArea-child")) continue;
    const cell = block.closest(".jp-CodeCell");
    const heading = /^H[1-6]$/.test(block.tagName);
    const joins = open && (open.heading || (cell && open.cell === cell));
    if (joins) open.blocks.push(block);
    else found.push((open = { blocks: [block] }));
    Object.assign(open, { cell, heading });
  }
  return found.map((unit) => unit.blocks.map((block) => alone(block, slide)));
}

/* A page that goes on has its section's title in the margin, as a page with a heading has it for all */
let title = "";

function entitle(one) {
  const heading = one.querySelector("h1, h2");
  if (heading) title = heading.textContent.replace("¶", "");
  else one.dataset.title = title;
}

function begin() {
  page = document.createElement("section");
  page.className = "page";
  deck.append(page);
}

/* Put blocks on the present page, a picture perhaps smaller; false, and nothing is put, where they do not fit */
function put(blocks) {
  page.append(...blocks);
  if (fits(page, blocks)) return true;
  for (const block of blocks) block.remove();
  return false;
}

/* Whether a page has no more than it has room for, perhaps with the one picture of these blocks a little smaller */
function fits(one, blocks) {
  const over = height(one) - ROOM;
  if (over <= 0) return true;
  const pictures = blocks.flatMap((block) => [...block.querySelectorAll(PICTURE)]);
  const left = pictures.length === 1 ? pictures[0].getBoundingClientRect().height - over : 0;
  if (left < SMALL) return false;
  const before = pictures[0].style.maxHeight;
  pictures[0].style.maxHeight = `${left}px`;
  if (height(one) <= ROOM) return true;
  pictures[0].style.maxHeight = before;
  return false;
}

function height(one = page) {
  const bottom = Math.max(...[...one.children].map((child) => child.offsetTop + child.offsetHeight));
  return bottom - TOP;
}

/* Put a picture and its code beside the words above them; false, and nothing is put, where that is too much */
function beside(blocks) {
  if (!blocks.some((block) => block.querySelector(PICTURE)) || page.classList.contains("beside")) return false;
  const words = [...page.children];
  const [left, right] = [words, blocks].map((own) => {
    const column = document.createElement("div");
    column.append(...own);
    return column;
  });
  page.append(left, right);
  page.classList.add("beside");
  if (height() <= ROOM && ![...page.querySelectorAll(WIDE)].some(tooWide)) return true;
  page.classList.remove("beside");
  page.replaceChildren(...words);
  return false;
}

function tooWide(text) {
  const column = text.closest(".page.beside > div, .page > *");
  if (text.tagName === "PRE" && text.scrollWidth > text.clientWidth + 1) return true;
  return text.getBoundingClientRect().right > column.getBoundingClientRect().right + 1;
}

function shrink(block) {
  page.append(block);
  for (let zoom = 0.95; height() > ROOM && zoom >= SMALLEST; zoom -= 0.05) block.style.zoom = zoom;
}

function place(blocks) {
  if (!page.classList.contains("beside") && put(blocks)) return;
  if (page.children.length) {
    if (beside(blocks)) return;
    begin();
    if (put(blocks)) return;
  }
  if (blocks.length === 1) shrink(blocks[0]);
  else for (const block of blocks) place([block]);
}

const SENTENCE = 160; // characters
const WEIGHTY = "pre, table, li, math[display=block], img, svg, h1, h2";

/* One sentence alone makes no page: it goes to the page behind, unless a section begins there, or to the one before */
function gather(pages) {
  for (const [i, one] of pages.entries()) {
    if (one.querySelector(WEIGHTY) || one.textContent.trim().length > SENTENCE) continue;
    const [blocks, behind] = [[...one.children], pages[i + 1]];
    const begins = behind?.firstElementChild?.querySelector("h1, h2, h3");
    if ((!begins && takes(behind, "prepend", blocks)) || takes(pages[i - 1], "append", blocks)) one.remove();
    else one.append(...blocks);
  }
}

function takes(other, how, blocks) {
  if (!other?.isConnected) return false;
  const ends = { prepend: other.firstElementChild, append: other.lastElementChild };
  (other.classList.contains("beside") ? ends[how] : other)[how](...blocks);
  return fits(other, [...other.children]);
}

function narrow() {
  for (const text of deck.querySelectorAll(WIDE))
    for (let zoom = 0.95; tooWide(text) && zoom >= SMALLEST; zoom -= 0.05) text.style.zoom = zoom;
}

function show(number) {
  const pages = [...deck.children];
  shown = Math.min(Math.max(number, 0), pages.length - 1);
  pages.forEach((one, i) => one.classList.toggle("present", i === shown));
  history.replaceState(null, "", `#${shown + 1}`);
}

/* What an address names: a page by its number, or the page of a heading */
function named(hash) {
  const heading = document.getElementById(decodeURIComponent(hash));
  const found = [...deck.children].findIndex((one) => one.contains(heading));
  return found < 0 ? (parseInt(hash) || 1) - 1 : found;
}

function fit() {
  const scale = Math.min(innerWidth / 1280, innerHeight / 720);
  const left = (innerWidth - 1280 * scale) / 2;
  deck.style.transform = `translate(${left}px, 0) scale(${scale})`;
}

function deal() {
  for (const slide of document.querySelectorAll("#source > section > section")) {
    begin();
    for (const blocks of units(slide)) place(blocks);
    if (!page.children.length) page.remove();
  }
  gather([...deck.children]);
  document.querySelector("#source").remove();
  narrow();
  [...deck.children].forEach(entitle);
  [...deck.children].forEach((one, i) => (one.dataset.number = `${i + 1} / ${deck.children.length}`));
  fit();
  show(named(location.hash.slice(1)));
}

const steps = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  " ": 1,
  Enter: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
  Home: -9999,
  End: 9999,
};
addEventListener("keydown", (event) => event.key in steps && show(shown + steps[event.key]));
addEventListener(
  "click",
  (event) => event.target.closest("a") || show(shown + (event.clientX < innerWidth / 4 ? -1 : 1)),
);
addEventListener("resize", fit);
addEventListener("load", deal); // pictures have their sizes now
