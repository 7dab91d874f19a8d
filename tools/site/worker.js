/* The worker in which Python runs: it loads Pyodide and the package, and holds the boards of one page. */

const boards = [];
const changed = new Set(); // boards of which the page has no memory, or an older one
let python, page, siteLinks;

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
  siteLinks = python.pyimport("puzzlekit.page.links");
}

async function fetchAll(folder) {
  const names = await (await fetch(`${folder}archives.json`)).json();
  return Promise.all(names.map(async (name) => (await fetch(folder + name)).arrayBuffer()));
}

const plain = (proxy) => proxy.toJs({ dict_converter: Object.fromEntries });

function open({ board, type, text, options }) {
  boards[board] = page.open_board.callKwargs(type, text, options);
  postMessage({ board, values: plain(boards[board].state()) });
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
    const values = plain(page.open_board.callKwargs(type, puzzle, { position, place: "stuck" }).state());
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
