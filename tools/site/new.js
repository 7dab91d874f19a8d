/* A new puzzle of a type, size and level, or today's, which is the same for everybody. The puzzles lie beside the page. */

const DAY = 24 * 60 * 60 * 1000;
const STRIDE = 5; // from one day's type and size to the next day's, so that the type is another
const MISSING = "The puzzles did not load. Check your connection, then ask again.";

export class New {
  constructor(form, opened) {
    Object.assign(this, { form, opened });
    const { kind, level, today } = form.elements;
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(kind.selectedIndex, level.value, (texts) => any(texts.filter((text) => !opened.asked.endsWith(text))));
    });
    form.addEventListener("focusin", () => opened.python.start(), { once: true });
    today.addEventListener("click", () => this.today());
    addEventListener("hashchange", () => this.follow());
    this.follow();
  }

  follow() {
    if (location.hash === "#today") this.today();
  }

  /* Each type, size and level has its turn, and then its next puzzle. */
  today() {
    const { kind, level } = this.form.elements;
    const now = new Date();
    const day = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
    const [kinds, levels] = [kind.length, level.length];
    const said = `Today's puzzle, ${now.toLocaleDateString("en-GB", { dateStyle: "long" })}: `;
    const round = Math.floor(day / (kinds * levels));
    const todays = (texts) => texts[round % texts.length];
    return this.open((STRIDE * day) % kinds, level.options[day % levels].value, todays, said);
  }

  async open(index, level, choose, said = "") {
    const { value, text } = this.form.elements.kind.options[index];
    const [type, size] = value.split("/");
    try {
      const puzzles = await (await fetch(`static/graded/${type}.json`)).json();
      this.opened.open(`${type}:${choose(puzzles[size][level])}`, `${said}${text}, ${level}.`);
    } catch {
      this.opened.say(MISSING, "refused");
    }
  }
}

const any = (texts) => texts[Math.floor(Math.random() * texts.length)];
