/* Python on a page: it runs in a worker, so that the page stays at work, and is fetched once somebody wants to play.

   What runs can be stopped only by ending the worker. Another one begins then, and the boards go on in it. A worker
   that dies is replaced in the same way. */

const MEGABYTES = 8;

export const SAID = {
  off: "",
  none: "This site has no Python: entries are not checked, and Hint, Check and Solve do not answer.",
  loading: `Python is loading (${MEGABYTES} MB, once). You can play now; entries are checked when Python is loaded.`,
  ready: "",
  failed: "Python did not load: entries are not checked, and Hint, Check and Solve do not answer. Load the page again.",
};
export const ENDED = "Python ended and is loading again; your entries are kept. Ask again.";

export class Python {
  /* `folder` is where Python lies, "" where there is none. */
  constructor(folder) {
    Object.assign(this, { folder, state: folder ? "off" : "none", boards: [], links: [] });
  }

  get isThere() {
    return this.state === "ready";
  }

  get isLost() {
    return ["none", "failed"].includes(this.state);
  }

  add(board) {
    this.boards.push(board);
    board.tell(this.state);
  }

  be(state) {
    this.state = state;
    for (const board of this.boards) board.tell(state);
    if (this.isLost) this.refuse(SAID[state]);
  }

  /* The links that wait */
  refuse(refused) {
    for (const { tell } of this.links.splice(0)) tell({ refused });
  }

  start() {
    if (this.state === "off") this.begin();
  }

  begin() {
    this.be("loading");
    const worker = (this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" }));
    const ended = () => worker === this.worker && this.recover();
    worker.onmessage = ({ data }) => (data.lock ? navigator.locks.request(data.lock, ended) : this.hear(data));
    worker.onerror = ended;
    worker.postMessage({ folder: new URL(this.folder, document.baseURI).href });
  }

  /* The worker has died. Another one begins, unless Python never loaded. */
  recover() {
    if (!this.isThere) return this.be("failed");
    this.refuse(ENDED);
    for (const board of this.boards) board.recover();
    this.restart();
  }

  /* End what runs. */
  restart() {
    this.worker.terminate();
    this.begin();
  }

  post(message) {
    this.worker.postMessage(message);
  }

  hear({ ready, failed, board, values, memory, link }) {
    if (failed) this.be("failed");
    if (ready) this.be("ready");
    if (ready) for (const waiting of this.links) this.post({ link: waiting.text });
    if (values) this.boards[board].take(values);
    if (memory) this.boards[board].memory = memory;
    if (link) this.links.shift().tell(link);
  }

  /* What a link holds: what a board begins with, or `refused` with the reason. */
  async read(text) {
    if (this.isLost) return { refused: SAID[this.state] };
    this.start();
    return new Promise((tell) => {
      this.links.push({ text, tell });
      if (this.isThere) this.post({ link: text });
    });
  }
}
