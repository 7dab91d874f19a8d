/* A page of the course: its widgets come to life, and it follows the colours of the system. */

import atlas from "./atlas.js";
import { showFrames } from "./frames.js";
import { LiveBoard } from "./live.js";
import { Model } from "./model.js";
import { New } from "./new.js";
import { Opened } from "./opened.js";
import { Python } from "./python.js";
import { listen } from "./stuck.js";
import { showTree } from "./trees.js";

const dark = matchMedia("screen and (prefers-color-scheme: dark)");
const wide = matchMedia("(min-width: 1100px)");
const python = new Python(document.body.dataset.python);

function kept(place) {
  return JSON.parse(place.querySelector("script").textContent);
}

/* It holds all its numbers, and asks nobody. */
function showAtlas(place, { values }) {
  place.replaceChildren();
  atlas.render({ model: new Model(values), el: place });
}

/* The boards' style sheet knows colours by this word of JupyterLab's. */
function colour() {
  document.body.dataset.jpThemeLight = !dark.matches;
}

/* What is wider than its place can be scrolled by keys. */
function scrolling() {
  for (const box of document.querySelectorAll(
    "pre, .jp-OutputArea-output, .jp-RenderedMarkdown table, math[display=block]",
  ))
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
}

colour();
dark.addEventListener("change", colour);
scrolling();
addEventListener("resize", scrolling);
for (const contents of document.querySelectorAll(".contents details")) contents.open = wide.matches;
for (const place of document.querySelectorAll("[data-kept=board]")) new LiveBoard(place, kept(place), python);
for (const place of document.querySelectorAll("[data-kept=frames]")) showFrames(place, kept(place));
for (const place of document.querySelectorAll("[data-kept=atlas]")) showAtlas(place, kept(place));
for (const place of document.querySelectorAll("[data-kept=tree]")) showTree(place, kept(place), python);
const place = document.querySelector("#board");
if (place) {
  const opened = new Opened(place, python);
  const [stuck, choice] = ["#stuck", "#new"].map((name) => document.querySelector(name));
  if (stuck) listen(stuck, opened);
  if (choice) new New(choice, opened);
  opened.follow();
}
