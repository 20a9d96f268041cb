import { surveyOfJsonInTurns } from "../../json-form/survey-json.ts";
import { surveyJsonSchema } from "../../json-form/survey-json-schema.ts";
import type { ImportLoss } from "../../model/import-loss.ts";
import type { InTurns } from "../../model/in-turns.ts";
import { definitionFromTextInTurns } from "../../text-form/definition-from-text.ts";
import { longestSurveyText } from "../../text-form/parse-survey-text.ts";
import { readHeader } from "../../text-form/read-header.ts";
import { TextLine } from "../../text-form/text-line.ts";
import { isRecord, memberOf, recordsIn } from "../is-record.ts";
import { SourceTexts } from "../source-texts.ts";
import type { ImportedSurvey, NeutralImport } from "../survey-from-neutral.ts";
import { markedLine } from "../text/text-marks.ts";

type Members = Readonly<Record<string, unknown>>;

/** Whether a line names a type as the text form does: a numbered one is of a questionnaire, whatever is in brackets behind it. */
export function namesType(line: string): boolean {
  return markedLine(line).kind === "plain" && readHeader(new TextLine(1, line.trim())).type !== undefined;
}

/** Reads the text form. @returns undefined for a text that is none, or that is a questionnaire with numbers as well */
export function* ownTextInTurns(text: string): InTurns<ImportedSurvey | undefined> {
  const lines = Buffer.byteLength(text) > longestSurveyText ? [] : text.split(/\r\n|\n|\r/);
  if (!lines.some(namesType)) return undefined;
  const made = yield* definitionFromTextInTurns(text);
  if (!made.ok) {
    if (lines.some((line) => markedLine(line).kind === "question")) return undefined;
    const problems = made.problems.map(({ line, message }) => ({
      path: [],
      message: `is not understood in line ${line}: ${message}`,
    }));
    return { ok: false, problems };
  }
  const losses = made.notes.map(({ line, message }): ImportLoss => ({
    at: (lines[line - 1] ?? "").trim().slice(0, 60).toWellFormed(),
    code: "guessed",
    what: message,
  }));
  return { ok: true, definition: made.definition, losses };
}

/** What a response says of a survey beside what it asks, and that has no meaning for another one. */
const ofResponse =
  "id hash page_count topic_count state template_id creator_user_id answer_count created_at updated_at startTime endTime createTime updateTime text";

/** Reads the JSON form, or a response of the data calls with a survey. @returns undefined for other JSON */
export function* ownJsonInTurns(json: unknown, how: NeutralImport): InTurns<ImportedSurvey | undefined> {
  const given = [json, memberOf(json, "data")].filter(isRecord).find(isOwn);
  if (given === undefined) return undefined;
  const isResponse = "page_count" in given;
  const known = Object.keys(surveyJsonSchema.shape);
  const survey = isResponse ? picked(given, known) : given;
  const parsed = yield* surveyOfJsonInTurns(survey, how.randomBytes);
  if (!parsed.ok) return parsed;
  const texts = new SourceTexts(/(?!)/g);
  if (isResponse) texts.rest("", given, new Set([...known, ...ofResponse.split(" ")]));
  return { ...parsed, losses: texts.losses };
}

/** Questions of SurveyJS have names. */
function isOwn(json: Members): boolean {
  const [page] = recordsIn(json["pages"]);
  const [question] = recordsIn(page?.["questions"]);
  return question !== undefined && "title" in question && !("name" in question);
}

function picked(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
}
