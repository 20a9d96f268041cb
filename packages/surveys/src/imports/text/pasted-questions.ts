import { definitionFromTextInTurns } from "../../text-form/definition-from-text.ts";
import { longestSurveyText } from "../../text-form/parse-survey-text.ts";
import type { TextProblem } from "../../text-form/text-problem.ts";
import type { SurveyDefinition } from "../../model/definition.ts";
import { emptyQuestion } from "../../model/empty-question.ts";
import { idMaker, idsOf } from "../../model/ids.ts";
import type { ImportLoss } from "../../model/import-loss.ts";
import type { InTurns } from "../../model/in-turns.ts";
import type { Question, SurveyPage } from "../../model/question.ts";
import { surveyLimits } from "../../question-types/declared-text.ts";
import { namesType } from "../own/read-own-forms.ts";
import { type NeutralImport, surveyFromNeutral } from "../survey-from-neutral.ts";
import { readText } from "./read-text.ts";
import { markedLine } from "./text-marks.ts";

/** Pages of questions that a text was understood as, or what is wrong with its lines. */
export type PastedQuestions =
  | {
      readonly ok: true;
      readonly pages: readonly SurveyPage[];
      /** What was kept as text, and may have been meant otherwise. */
      readonly notes: readonly TextProblem[];
      /** What is not as it was in the text; guessed types are none. */
      readonly losses: readonly ImportLoss[];
    }
  | { readonly ok: false; readonly problems: readonly TextProblem[] };

/**
 * Reads questions for a survey that is there already. A text that names types as the text form does is read as that, with or without
 * a title; any other as people write questionnaires, also without numbers. Texts around the questions become paragraphs.
 *
 * @param text lines that end with LF
 */
export function* pastedQuestionsInTurns(text: string, how: NeutralImport): InTurns<PastedQuestions> {
  const lines = text.split("\n");
  if (Buffer.byteLength(text) > longestSurveyText || lines.some(namesType))
    return yield* ofTextForm(text, how);
  const isNumbered = lines.some((line) => markedLine(line).kind === "question");
  const survey = yield* readText(isNumbered ? lines : withNumbers(lines));
  const made = yield* surveyFromNeutral(survey, how);
  if (!made.ok)
    return { ok: false, problems: made.problems.map(({ message }) => ({ line: 1, column: 1, message })) };
  const pages = withTextsAround({ ...made.definition, title: survey.title }, how);
  return { ok: true, pages, notes: [], losses: made.losses.filter(({ code }) => code !== "guessed") };
}

/** Stands for the title that the questions lack; no introduction follows two empty lines. */
const noTitle = "-\n\n\n";

function* ofTextForm(text: string, how: NeutralImport): InTurns<PastedQuestions> {
  const alone = yield* definitionFromTextInTurns(noTitle + text);
  const inText = (one: TextProblem) => ({ ...one, line: Math.max(1, one.line - noTitle.length + 1) });
  if (alone.ok)
    return { ok: true, pages: alone.definition.pages, notes: alone.notes.map(inText), losses: [] };
  const problems = alone.problems.map(inText);
  // A title of a survey names no type.
  if (namesType(text.trimStart().split("\n", 1)[0] ?? "")) return { ok: false, problems };
  const whole = yield* definitionFromTextInTurns(text);
  if (!whole.ok) return { ok: false, problems };
  return { ok: true, pages: withTextsAround(whole.definition, how), notes: whole.notes, losses: [] };
}

/** Where no question has a number, one begins with a paragraph, or with a line that asks. */
function withNumbers(lines: readonly string[]): readonly string[] {
  let count = 0;
  return lines.map((line, at) => {
    const begins = /[?？]$/.test(line.trim()) || (lines[at - 1] ?? "").trim() === "";
    if (markedLine(line).kind !== "plain" || !begins || line.includes("\t")) return line;
    count += 1;
    return `${count}. ${line.trim()}`;
  });
}

/** The pages, with the title and the introduction as a paragraph before their questions and the ending text behind them. */
function withTextsAround(
  definition: SurveyDefinition,
  { randomBytes }: NeutralImport,
): readonly SurveyPage[] {
  const makeId = idMaker(idsOf(definition), randomBytes);
  const { title, prefix, suffix, pages } = definition;
  const paragraphs = (texts: readonly string[]): readonly Question[] => {
    const text = texts.filter((one) => one !== "").join("\n");
    return text === "" ? [] : [paragraphOf(text, makeId("question"))];
  };
  return pages.map((page, at) => ({
    ...page,
    questions: [
      ...(at === 0 ? paragraphs([title, prefix]) : []),
      ...page.questions,
      ...(at === pages.length - 1 ? paragraphs([suffix]) : []),
    ],
  }));
}

/** Its first line is the title, as far as one can be so long. */
function paragraphOf(text: string, id: string): Question {
  const end = text.indexOf("\n");
  const length = Math.min(end < 0 ? text.length : end, surveyLimits.title);
  const [title, description] = [text.slice(0, length), text.slice(length).trimStart()];
  return {
    ...emptyQuestion(id, "description"),
    title: title.toWellFormed(),
    description: description.slice(0, surveyLimits.description).toWellFormed(),
  };
}
