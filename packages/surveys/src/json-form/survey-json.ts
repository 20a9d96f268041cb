import { problemWords } from "../declared/problem-words.ts";
import { hasOptions, hasRows, isScale } from "../editing/new-question.ts";
import { numberPages } from "../editing/edit-pages.ts";
import type { SurveyDefinition } from "../model/definition.ts";
import { idMaker, type IdMaker } from "../model/ids.ts";
import type { Problem } from "../model/problem.ts";
import type { Question } from "../model/question.ts";
import { surveyJsonSchema, type SurveyJson } from "./survey-json-schema.ts";

/** A survey, or everything that is wrong with its JSON. */
export type ParsedSurveyJson =
  | { readonly ok: true; readonly definition: SurveyDefinition }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Writes a survey as JSON, which {@link parseSurveyJson} reads back as it was. */
export function printSurveyJson(definition: SurveyDefinition): string {
  return `${JSON.stringify(definition, undefined, 2)}\n`;
}

/**
 * Reads a survey from JSON. Ids are kept; parts without one get one. What the schema cannot say is checked as well: ids that are
 * there twice, and what each type of question needs.
 *
 * @param randomBytes for new ids; a parameter so that tests can repeat it
 */
export function parseSurveyJson(text: string, randomBytes: (size: number) => Uint8Array): ParsedSurveyJson {
  const json = parseJson(text);
  if (json === undefined) return { ok: false, problems: [{ path: [], message: "is not JSON" }] };
  const parsed = surveyJsonSchema.safeParse(json.value, { error: problemWords });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => ({
      path: path.map((key) => (typeof key === "number" ? key : String(key))),
      message,
    }));
    return { ok: false, problems };
  }
  const definition = withIds(parsed.data, idMaker(knownIds(parsed.data), randomBytes));
  const problems = [...repeatedIds(definition), ...reservedIds(definition), ...needs(definition)];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, definition };
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
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

function withIds({ $schema: _schema, pages, ...survey }: SurveyJson, makeId: IdMaker): SurveyDefinition {
  return {
    ...survey,
    pages: numberPages(
      pages.map(({ id, questions }) => ({
        id: id ?? makeId("page"),
        index: "",
        questions: questions.map((question) => questionWithIds(question, makeId)),
      })),
    ),
  };
}

type QuestionJson = SurveyJson["pages"][number]["questions"][number];

function questionWithIds(json: QuestionJson, makeId: IdMaker): Question {
  const { minlength, ...question } = json;
  const id = question.id ?? makeId("question");
  return {
    ...question,
    id,
    ...(minlength !== undefined && { minlength }),
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
function repeatedIds({ pages }: SurveyDefinition): readonly Problem[] {
  const places = pages.flatMap((page, at) => [
    { id: page.id, path: ["pages", at] },
    ...page.questions.map((question, number) => ({
      id: question.id,
      path: ["pages", at, "questions", number],
    })),
  ]);
  return [
    ...repeated(places),
    ...eachQuestion(pages, ({ options, groups, subTitles, blank_setting: blanks }, path) =>
      repeated([...options, ...groups, ...subTitles, ...blanks].map(({ id }) => ({ id, path }))),
    ),
  ];
}

/** A field of the form that respondents fill in has the id of its question as its name; these are the other fields of it. */
const otherFields = new Set(["action", "csrf", "given", "page", "shown", "ticket", "website"]);

function reservedIds({ pages }: SurveyDefinition): readonly Problem[] {
  return eachQuestion(pages, ({ id }, path) =>
    otherFields.has(id) ? [{ path, message: `has an id that is reserved: ${id}` }] : [],
  );
}

type Path = Problem["path"];

function repeated(places: readonly { readonly id: string; readonly path: Path }[]): readonly Problem[] {
  const seen = new Set<string>();
  return places.flatMap(({ id, path }) => {
    const isSecond = seen.has(id);
    seen.add(id);
    return isSecond ? [{ path, message: `has an id that is there twice: ${id}` }] : [];
  });
}

function eachQuestion(
  pages: SurveyDefinition["pages"],
  problemsOf: (question: Question, path: Path) => readonly Problem[],
): readonly Problem[] {
  return pages.flatMap((page, at) =>
    page.questions.flatMap((question, number) => problemsOf(question, ["pages", at, "questions", number])),
  );
}

function needs({ pages }: SurveyDefinition): readonly Problem[] {
  return eachQuestion(pages, (question, path) => messagesOf(question).map((message) => ({ path, message })));
}

function messagesOf(question: Question): readonly string[] {
  const { type, options, subTitles, blank_setting: blanks } = question;
  const checks: readonly (readonly [boolean, string])[] = [
    [hasOptions(type) && options.length === 0, "needs options"],
    [hasRows(type) && subTitles.length === 0, "needs subTitles, its rows"],
    [type === "blanks" && blanks.length === 0, "needs blank_setting, its blanks"],
    [isScale(type) && !hasMarks(question), "needs starNum from 2 to 10; a net promoter score has 0 to 10"],
    [
      type === "chained_selects" && !isTree(question),
      "needs levels, and groups that each come after their parent",
    ],
    [type === "upload" && question.file_type_limit.length === 0, "needs file_type_limit"],
    [isRepeated(options) || isRepeated(subTitles), "has two options or rows that say the same"],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, message]) => message);
}

function hasMarks({ type, starBeginNum, starNum }: Question): boolean {
  return type === "nps" ? starBeginNum === 0 && starNum === 10 : starNum >= 2;
}

function isRepeated(parts: readonly { readonly text: string }[]): boolean {
  return new Set(parts.map(({ text }) => text)).size < parts.length;
}

function isTree({ levels, groups }: Question): boolean {
  const known = new Set([""]);
  const isInOrder = groups.every(({ id, parent }) => {
    const isKnown = known.has(parent);
    known.add(id);
    return isKnown;
  });
  return levels.length > 0 && groups.length > 0 && isInOrder;
}
