import { answersOf, needsOf } from "../question-types/question-types.ts";
import { numberPages } from "../editing/edit-pages.ts";
import { repeatedCodes } from "../question-types/repeated-codes.ts";
import type { SurveyDefinition } from "../model/definition.ts";
import { idMaker, type IdMaker } from "../model/ids.ts";
import { atOnce, type InTurns } from "../model/in-turns.ts";
import { parseJsonInTurns } from "../model/parse-json.ts";
import type { Problem } from "../model/problem.ts";
import type { Question, SurveyPage } from "../model/question.ts";
import { checkTranslation, type TranslationProblem } from "../languages/check-translation.ts";
import { translatedTexts, withTranslation } from "../languages/translate-survey.ts";
import { problemWords } from "../declared/problem-words.ts";
import { readSurveyJson } from "./read-survey-json.ts";
import { questionJsonSchema, type SurveyJson } from "./survey-json-schema.ts";

type RandomBytes = (size: number) => Uint8Array;

/** A survey, or everything that is wrong with its JSON. */
export type ParsedSurveyJson =
  | { readonly ok: true; readonly definition: SurveyDefinition }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Writes a survey as JSON, which {@link parseSurveyJson} reads back as it was. */
export function printSurveyJson(definition: SurveyDefinition): string {
  return `${JSON.stringify(definition, undefined, 2)}\n`;
}

/** Reads a survey from JSON that is short; see {@link surveyJsonInTurns}. */
export function parseSurveyJson(text: string, randomBytes: RandomBytes): ParsedSurveyJson {
  return atOnce(surveyJsonInTurns(text, randomBytes));
}

/** Reads a survey from JSON, a question in a turn; see {@link surveyOfJsonInTurns}. */
export function* surveyJsonInTurns(text: string, randomBytes: RandomBytes): InTurns<ParsedSurveyJson> {
  const json = yield* parseJsonInTurns(text);
  if (!json.ok) return { ok: false, problems: [{ path: [], message: json.problem }] };
  return yield* surveyOfJsonInTurns(json.value, randomBytes);
}

/**
 * Makes a survey of JSON that was parsed. Ids are kept; parts without one get one. What the schema cannot say is checked as well: ids
 * that are there twice, and what each type of question needs.
 *
 * @param randomBytes for new ids; a parameter so that tests can repeat it
 */
export function* surveyOfJsonInTurns(json: unknown, randomBytes: RandomBytes): InTurns<ParsedSurveyJson> {
  const read = yield* readSurveyJson(json);
  if (!read.ok) return read;
  const makeId = idMaker(knownIds(read.survey), randomBytes);
  const definition = yield* withIds(read.survey, makeId);
  const problems = yield* problemsIn(definition);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, definition };
}

function knownIds({ pages }: SurveyJson): readonly string[] {
  return pages.flatMap(({ id, questions }) => [
    ...present([{ id }]),
    ...questions.flatMap((question) => [
      ...present([question]),
      ...present(question.options),
      ...present(question.groups),
      ...present(question.subTitles),
      ...present(question.blank_setting),
    ]),
  ]);
}

function present(parts: readonly { readonly id?: string | undefined }[]): readonly string[] {
  return parts.flatMap(({ id }) => (id === undefined ? [] : [id]));
}

function* withIds(
  { $schema: _schema, pages: given, ...survey }: SurveyJson,
  makeId: IdMaker,
): InTurns<SurveyDefinition> {
  const pages: SurveyPage[] = [];
  for (const { id, questions } of given) {
    const made: Question[] = [];
    for (const question of questions) {
      made.push(questionWithIds(question, makeId));
      yield;
    }
    pages.push({ id: id ?? makeId("page"), index: "", questions: made });
  }
  return withKnownTexts({ ...survey, pages: numberPages(pages) });
}

/** Translations of parts that are not there any more are left out. */
function withKnownTexts(survey: SurveyDefinition): SurveyDefinition {
  return Object.entries(survey.translations ?? {}).reduce(
    (known, [tag, translation]) => withTranslation(known, tag, translation),
    survey,
  );
}

type QuestionJson = SurveyJson["pages"][number]["questions"][number];

function questionWithIds(json: QuestionJson, makeId: IdMaker): Question {
  const { minlength, personal, placeholder, picture, ...question } = json;
  const id = question.id ?? makeId("question");
  return {
    ...question,
    id,
    ...(minlength !== undefined && { minlength }),
    ...(personal && answersOf(question) !== "none" && { personal }),
    ...(placeholder !== undefined && { placeholder }),
    ...(picture !== undefined && { picture }),
    options: question.options.map((option) => ({ ...option, id: option.id ?? makeId("option") })),
    subTitles: question.subTitles.map((row) => ({ ...row, id: row.id ?? makeId("row") })),
    blank_setting: question.blank_setting.map((blank) => ({
      ...blank,
      id: blank.id ?? makeId("blank"),
      attach_id: blank.attach_id === "" ? id : blank.attach_id,
    })),
    index: 1,
    real_index: 0,
  };
}

/** Pages and questions have ids of one kind, and so have the parts of each question. */
function* problemsIn(definition: SurveyDefinition): InTurns<readonly Problem[]> {
  const { pages } = definition;
  const problems: Problem[] = [];
  for (const tag of Object.keys(definition.translations ?? {})) {
    problems.push(...translationProblems(definition, tag));
    yield;
  }
  const [seen, codes] = [new Set<string>(), new Set<string>()];
  for (const [at, { id, questions }] of pages.entries()) {
    problems.push(...repeated([{ id, path: ["pages", at] }], seen));
    for (const [number, question] of questions.entries()) {
      const path = ["pages", at, "questions", number];
      problems.push(...repeated([{ id: question.id, path }], seen), ...problemsOf(question, path));
      if (question.code !== undefined && codes.has(question.code))
        problems.push({
          path: [...path, "code"],
          message: `is the code of another question: ${question.code}`,
        });
      if (question.code !== undefined) codes.add(question.code);
      yield;
    }
  }
  return problems;
}

function translationProblems(definition: SurveyDefinition, tag: string): readonly Problem[] {
  return translatedTexts(definition, tag).flatMap((text) => {
    const problem = checkTranslation(text, text.translation);
    return problem === undefined
      ? []
      : [{ path: ["translations", tag, text.key], message: messageOf(problem) }];
  });
}

function messageOf(problem: TranslationProblem): string {
  if (problem.code === "too_long") return `must have at most ${problem.limit} characters`;
  if (problem.code === "blanks") return `must have as many blanks (____) as its original: ${problem.count}`;
  return "must be well-formed Unicode without NUL characters";
}

/** A field of the form that respondents fill in has the id of its question as its name; these are the other fields of it. */
const otherFields = new Set(["action", "csrf", "given", "page", "shown", "ticket", "website"]);

function problemsOf(question: Question, path: Path): readonly Problem[] {
  const { id, options, groups, subTitles, blank_setting: blanks } = question;
  const parts = [...options, ...groups, ...subTitles, ...blanks].map((part) => ({ id: part.id, path }));
  const reserved = otherFields.has(id) ? [`has an id that is reserved: ${id}`] : [];
  const messages = [...reserved, ...messagesOf(question)];
  return [...repeated(parts, new Set()), ...messages.map((message) => ({ path, message }))];
}

/** What is wrong with a question by itself. */
export function questionProblems(question: Question): readonly string[] {
  const parsed = questionJsonSchema.safeParse(question, { error: problemWords });
  const issues = parsed.error?.issues ?? [];
  return [...issues.map(({ path, message }) => `${path.join(".")} ${message}`), ...messagesOf(question)];
}

type Path = Problem["path"];

function repeated(
  places: readonly { readonly id: string; readonly path: Path }[],
  seen: Set<string>,
): readonly Problem[] {
  return places.flatMap(({ id, path }) => {
    const isSecond = seen.has(id);
    seen.add(id);
    return isSecond ? [{ path, message: `has an id that is there twice: ${id}` }] : [];
  });
}

function messagesOf(question: Question): readonly string[] {
  const { type, options, subTitles, blank_setting: blanks } = question;
  const needs = needsOf(type);
  const checks: readonly (readonly [boolean | undefined, string])[] = [
    [needs.options && options.length === 0, "needs options"],
    [needs.rows && subTitles.length === 0, "needs subTitles, its rows"],
    [needs.blanks && blanks.length === 0, "needs blank_setting, its blanks"],
    [needs.marks && !hasMarks(question), "needs starNum from 2 to 10; a net promoter score has 0 to 10"],
    [
      needs.levels && !isTree(question),
      "needs levels, and groups that each come after their parent and are no deeper than the levels",
    ],
    [needs.fileTypes && question.file_type_limit.length === 0, "needs file_type_limit"],
    [
      [options, subTitles, blanks].some((parts) => repeatedCodes(parts).length > 0),
      "has two options, rows or blanks with the same code",
    ],
    [isRepeated(options) || isRepeated(subTitles), "has two options or rows that say the same"],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, message]) => message);
}

function hasMarks({ type, starBeginNum, starNum }: Question): boolean {
  return needsOf(type).marks === "fixed" ? starBeginNum === 0 && starNum === 10 : starNum >= 2;
}

function isRepeated(parts: readonly { readonly text: string }[]): boolean {
  return new Set(parts.map(({ text }) => text)).size < parts.length;
}

function isTree({ levels, groups }: Question): boolean {
  const depths = new Map([["", 0]]);
  const isInOrder = groups.every(({ id, parent }) => {
    const depth = (depths.get(parent) ?? Infinity) + 1;
    depths.set(id, depth);
    return depth <= levels.length;
  });
  return groups.length > 0 && isInOrder;
}
