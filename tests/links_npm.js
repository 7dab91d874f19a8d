/* What pzpr (0.10.1) and lz-string make of a list of questions on standard input: `node links_npm.js`, JSON in and out. */

const { compressToBase64 } = require("lz-string");
const pzpr = require("pzpr");

const ANSWERS = {
  pack: ({ text }) => compressToBase64(text),

  write({ name, rows, columns, clues }) {
    const puzzle = new pzpr.Puzzle().open(`${name}/${columns}/${rows}`);
    for (const [row, column, number] of clues) puzzle.board.getc(2 * column + 1, 2 * row + 1).setQnum(number);
    return { address: puzzle.getURL(), file: puzzle.getFileData() };
  },

  read({ text }) {
    const { pid, board } = new pzpr.Puzzle().open(text);
    const clues = Array.from(board.cell).filter((cell) => cell.qnum !== -1);
    const placed = clues.map((cell) => [(cell.by - 1) / 2, (cell.bx - 1) / 2, cell.qnum]);
    return { name: pid, rows: board.rows, columns: board.cols, clues: placed };
  },

  /* The codes of all rules that a filled board breaks: each rule is asked alone. */
  judge({ text }) {
    const { checker } = new pzpr.Puzzle().open(text);
    const broken = new Set();
    checker.makeCheckList();
    for (const rule of [...checker.checklist_normal]) {
      checker.resetCache();
      checker.checklist_normal = [rule];
      for (const code of Array.from(checker.check(true))) broken.add(code);
    }
    return [...broken];
  },
};

const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk));
process.stdin.on("end", () => {
  const asked = JSON.parse(Buffer.concat(chunks));
  process.stdout.write(JSON.stringify(asked.map((question) => ANSWERS[question.do](question))));
});
