/* The worker in which Python runs: it loads Pyodide and the package, and holds the boards of one page. */

const boards = [];
const changed = new Set(); // boards of which the page has no memory, or an older one
const PLAYED = ["state", "notes", "marks", "ui"]; // all values but the sheet
let last = {}; // the board of the last link, until it is played
let python, page, siteLinks, json;

/* The page gets this lock once the worker has ended, whatever ended it. (Pages without https have no locks.) */
navigator.locks?.request(crypto.randomUUID(), ({ name }) => {
  postMessage({ lock: name });
  return new Promise(() => {});
});

async function load(folder) {
  const { loadPyodide } = await import(`${folder}pyodide/pyodide.mjs`);
  const [archives, loaded] = await Promise.all([fetchAll(folder), loadPyodide()]);
  python = loaded;
  for (const archive of archives) python.unpackArchive(archive, "wheel");
  page = python.pyimport("puzzlekit.page.board");
  json = python.pyimport("json");
  siteLinks = python.pyimport("puzzlekit.page.links");
}

async function fetchAll(folder) {
  const names = await (await fetch(`${folder}archives.json`)).json();
  return Promise.all(names.map(async (name) => (await fetch(folder + name)).arrayBuffer()));
}

/* Values are plain data; as one text they come over in a fifth of the time. */
const plain = (proxy) => JSON.parse(json.dumps(proxy));

/* The page has drawn the sheet of this board, perhaps as a link that was read. */
function open({ board, type, text, options }) {
  const isRead = last.position === options.position && last.type === type && last.text === text && !options.memory;
  boards[board] = isRead ? last.opened : page.open_board.callKwargs(type, text, options);
  last = {};
  const values = boards[board].state();
  postMessage({ board, values: Object.fromEntries(PLAYED.map((name) => [name, plain(values.get(name))])) });
}

/* A question waits until what was said so far is drawn. */
function tell({ board, content }) {
  changed.add(board);
  for (const values of plain(boards[board].receive(python.toPy(content)))) postMessage({ board, values });
  if (boards[board].pending) setTimeout(() => answer(board));
}

/* Whoever stops this worker has another one go on from here. */
function answer(board) {
  for (const one of changed) postMessage({ board: one, memory: boards[one].memory });
  changed.clear();
  changed.add(board);
  for (const values of plain(boards[board].turn())) postMessage({ board, values });
}

/* What a link holds, and how a board of it looks */
function read(text) {
  try {
    const { puzzle_type: type, text: puzzle, position, others } = siteLinks.from_link(text);
    const opened = page.open_board.callKwargs(type, puzzle, { position, place: "stuck" });
    const values = plain(opened.state());
    last = { type, text: puzzle, position: values.ui.position, opened };
    postMessage({ link: { type, text: puzzle, values, others: plain(others) } });
  } catch (error) {
    if (!error.type) throw error; // no error of Python: Python has ended
    const [, said = error.message] = error.message.split(`${error.type}: `);
    postMessage({ link: { refused: said.trim() } });
  }
}

onmessage = ({ data }) => {
  if (data.folder) load(data.folder).then(() => postMessage({ ready: true }), fail);
  else if (data.link !== undefined) read(data.link);
  else if (data.type) open(data);
  else tell(data);
};

function fail(error) {
  console.error(error);
  postMessage({ failed: true });
}
