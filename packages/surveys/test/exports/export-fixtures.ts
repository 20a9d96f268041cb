import type { AnswerTable } from "../../src/exports/answer-table.ts";
import type { ExportedAnswer } from "../../src/exports/exported-answer.ts";
import { surveyColumns } from "../../src/exports/survey-columns.ts";
import type { AnswerValues } from "../../src/model/answer-values.ts";
import { platformZone } from "../../src/model/platform-time.ts";
import type { Option, Question, SurveyPage } from "../../src/model/question.ts";
import type { VersionPages } from "../../src/results/merge-versions.ts";
import { everyType, wirePages } from "../declared/survey-fixtures.ts";

/** The pages of a survey with every type of question. */
export const everyTypePages: readonly SurveyPage[] = wirePages(everyType).pages;

/** The question of a type, in {@link everyTypePages}. */
export function questionOf(type: Question["type"], pages = everyTypePages): Question {
  const found = pages.flatMap((page) => page.questions).find((question) => question.type === type);
  if (found === undefined) throw new Error(`no ${type}`);
  return found;
}

/** The id of an option, a row or a blank of a question, by its text. */
export function idOf(question: Question, text: string): string {
  const parts: readonly { readonly id: string; readonly text: string }[] = [
    ...question.options,
    ...question.subTitles,
    ...question.blank_setting,
  ];
  const found = parts.find((part) => part.text === text);
  if (found === undefined) throw new Error(`no ${text} in ${question.title}`);
  return found.id;
}

/** Pages with some questions changed. */
export function changed(
  pages: readonly SurveyPage[],
  change: (question: Question) => Question | undefined,
): readonly SurveyPage[] {
  return pages.map((page) => ({
    ...page,
    questions: page.questions.flatMap((question) => change(question) ?? []),
  }));
}

/** An option that an editor adds. */
export function newOption(id: string, text: string): Option {
  return { id, text, exclusive: false, noRandom: false, goto: "", display: [] };
}

/** An answer of a signed-out respondent, a minute long. */
export function answerWith(values: AnswerValues, rest: Partial<ExportedAnswer> = {}): ExportedAnswer {
  return {
    answerId: 1,
    version: 1,
    respondentId: 0,
    respondentOpenid: "",
    respondentNickname: "",
    startedAt: Date.UTC(2026, 10, 22, 0, 4, 0),
    endedAt: Date.UTC(2026, 10, 22, 0, 5, 0),
    updatedAt: Date.UTC(2026, 10, 22, 0, 5, 0),
    channel: "link",
    device: "phone",
    language: "",
    consentVersion: 0,
    customArguments: {},
    ...rest,
    values,
  };
}

/** What is written for answers, in one batch. */
export function tableOf(
  answers: readonly ExportedAnswer[],
  versions: readonly VersionPages[] = [{ version: 1, pages: everyTypePages }],
  customArguments: readonly string[] = [],
): AnswerTable {
  return {
    columns: surveyColumns({ versions, customArguments }),
    answers: { [Symbol.asyncIterator]: () => batchesOf([answers]) },
    zone: platformZone("Asia/Shanghai"),
  };
}

/** Batches, as a store would give them. */
export async function* batchesOf<Item>(
  batches: readonly (readonly Item[])[],
): AsyncGenerator<readonly Item[]> {
  yield* batches;
}

/** Everything that comes in parts. */
export async function partsOf<Part>(parts: AsyncIterable<Part>): Promise<readonly Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** Everything that an export writes. */
export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await partsOf(chunks));
}

/** Texts that spreadsheets, markup and syntaxes would take for something else. */
export const hostileTexts = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1+1",
  '=HYPERLINK("http://evil.example","x")',
  "<script>alert(1)</script>",
  "a,b;c\td",
  'say "yes"',
  "it's. \nEXECUTE.\nHOST COMMAND=['id'].",
  "line one\r\nline two",
  "_x0041_",
  "\u0001\u000B",
  "é 中文 😀 👩‍👩‍👧",
  "\u2028",
  "＋1",
  "－1",
  "＠SUM(A1)",
  "\u001F=1\u001E",
  "\u202Ecod.exe\u2066\u200F",
  "\uFEFF=1",
  "a\uFFFEb\uFFFF",
  "]]>&amp;<!--",
  "\u007F\u0085",
  "x".repeat(32_767),
] as const;
