/* What a widget's JavaScript talks to, in place of Jupyter's model: values that it draws, and a way to say what was done. */

export class Model {
  /* `hear` takes what the widget sends. */
  constructor(values, hear) {
    Object.assign(this, { values, hear, listeners: [], isPage: true });
  }

  get(name) {
    return this.values[name];
  }

  on(name, listener) {
    this.listeners.push([name, listener]);
  }

  off(name, listener) {
    this.listeners = this.listeners.filter(([one, other]) => one !== name || other !== listener);
  }

  send(content) {
    this.hear(content);
  }

  /* New values have come together. */
  apply(values) {
    this.values = { ...this.values, ...values };
    for (const [name, listener] of this.listeners) if (name === "change") listener();
  }
}
