/* What a widget asks Python, and whether it is answered.

   Each message has a name, which comes back with its answer (`ui.edit`). Python answers at once, also while it solves,
   for that is done in a thread; so what is not answered for a while was sent to a kernel that was restarted. In a
   notebook that was saved and opened again, Jupyter knows that the widget's kernel is gone, and says so by a class of
   the widget's element; of a restart it says nothing. A page without a kernel has a model that says so (`isPage`): there
   Python may come late, or be at work for long, and the page itself knows whether it is there. */

const PATIENCE = 5000; // milliseconds
const GONE = "jupyter-widgets-disconnected";
export const SILENCE = "Python does not answer: run the cell again, or wait if another cell is running.";
let lines = 0; // on this page, for names that must differ

export class Line {
  /* `changed` is called when Python falls silent, and when it is heard again. */
  constructor(model, el, changed) {
    const id = `pk${++lines}-${Date.now().toString(36)}`;
    Object.assign(this, { model, el, changed, id, sent: 0, pending: "", silent: false, gone: false, waiting: [] });
    this.observer = new MutationObserver(() => this.look());
    this.observer.observe(el, { attributeFilter: ["class"] });
  }

  close() {
    this.rest();
    this.observer.disconnect();
  }

  /* Whether Jupyter says that the kernel is gone; also to be asked once the widget is drawn */
  look() {
    const before = this.gone;
    this.gone = this.el.classList.contains(GONE);
    if (this.gone !== before) this.be(this.gone);
  }

  send(content) {
    this.pending = `${this.id}-${++this.sent}`;
    this.expect();
    try {
      this.model.send({ ...content, edit: this.pending });
    } catch {
      this.be(true); // after a restart there is no way to Python any more
    }
  }

  /* Something came; `edit` names the message that was answered last. While Python is at work, ask whether it is there. */
  heard(edit, running = false) {
    if (edit === this.pending) this.pending = "";
    this.rest();
    if (this.pending) this.expect();
    else if (running && !this.model.isPage) this.timer = setTimeout(() => this.ping(), PATIENCE);
    this.be(false);
  }

  /* An answer, before long */
  expect() {
    if (!this.model.isPage) this.timer ||= setTimeout(() => this.be(true), PATIENCE);
  }

  ping() {
    this.rest();
    this.send({ do: "ping" });
  }

  rest() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  be(silent) {
    const before = this.silent;
    this.silent = silent || this.gone;
    if (this.silent !== before) this.changed();
    if (!this.isWaiting) for (const tell of this.waiting.splice(0)) tell();
  }

  /* Whether an answer may still come; a page knows that none will */
  get isWaiting() {
    return this.pending && !this.silent && !this.model.isLost;
  }

  /* Ends once all was answered, or nobody answers. */
  answered() {
    return this.isWaiting ? new Promise((tell) => this.waiting.push(tell)) : Promise.resolve();
  }
}
