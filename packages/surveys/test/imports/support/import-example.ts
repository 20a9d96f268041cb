import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { type ImportedFile, importFile, importFileInTurns } from "../../../src/imports/import-file.ts";
import { importLossText } from "../../../src/model/import-loss.ts";
import { atOnce } from "../../../src/model/in-turns.ts";
import type { Question } from "../../../src/model/question.ts";

/** A file that was imported, with its questions by their titles and its report as sentences. */
export function importContent(content: Uint8Array | string) {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const made = atOnce(importFileInTurns(bytes, { language: "en", randomBytes }));
  if (!made.ok)
    throw new Error(made.problems.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
  return shown(made);
}

function shown(made: Extract<ImportedFile, { readonly ok: true }>) {
  const questions = made.definition.pages.flatMap((page) => page.questions);
  return { ...made, questions, report: made.losses.map(importLossText) };
}

/** A document of Word that was imported. */
export async function importDocument(content: Uint8Array) {
  const made = await importFile(content, { language: "en", randomBytes });
  if (!made.ok) throw new Error(made.problems[0]?.message);
  return shown(made);
}

/** What is wrong with a document of Word that is refused. */
export async function problemOfDocument(content: Uint8Array): Promise<string> {
  const made = await importFile(content, { language: "en", randomBytes });
  return made.ok ? "is taken" : (made.problems[0]?.message ?? "");
}

/** What is wrong with a file that is refused. */
export function problemOf(content: Uint8Array | string): string {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const made = atOnce(importFileInTurns(bytes, { language: "en", randomBytes }));
  return made.ok ? "is taken" : (made.problems[0]?.message ?? "");
}

/** One of the files in `examples/imports`. */
export function exampleFile(name: string): Buffer {
  return readFileSync(new URL(`../../../../../examples/imports/${name}`, import.meta.url));
}

/** The question that begins with a title. */
export function questionTitled(questions: readonly Question[], title: string): Question {
  const found = questions.find((question) => question.title.startsWith(title));
  if (found === undefined) throw new Error(`there is no question ${title}`);
  return found;
}
