import { z } from "zod";
import { surveyLimits } from "../question-types/declared-text.ts";
import { problemWords } from "../declared/problem-words.ts";
import type { InTurns } from "../model/in-turns.ts";
import { mostSurveyLanguages } from "../languages/language-tag.ts";
import type { Translation } from "../languages/translate-survey.ts";
import { logicLimits, type Rule, ruleSchema } from "../model/logic.ts";
import type { Problem } from "../model/problem.ts";
import {
  pageJsonSchema,
  questionJsonSchema,
  surveyJsonSchema,
  type SurveyJson,
  translationSchema,
} from "./survey-json-schema.ts";

/** A survey in its JSON form, or what is wrong with it. */
export type ReadSurveyJson =
  | { readonly ok: true; readonly survey: SurveyJson }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Most problems that are looked for: their reader corrects some first. */
const problemsMaximum = 50;

/** Without what is read one by one. */
const headSchema = surveyJsonSchema.extend({
  pages: z.array(z.unknown()).min(1).max(surveyLimits.pages),
  logic: z.strictObject({ rules: z.array(z.unknown()).max(logicLimits.rules) }).default({ rules: [] }),
  translations: z.record(surveyJsonSchema.shape.translations.unwrap().keyType, z.unknown()).optional(),
});
const pageHeadSchema = pageJsonSchema.extend({
  questions: z.array(z.unknown()).max(surveyLimits.questionsPerPage),
});

/** Checks the JSON form of a survey against its schema, a question or rule in a turn, up to some problems. */
export function* readSurveyJson(json: unknown): InTurns<ReadSurveyJson> {
  const checker = new Checker();
  const checked = checker.check(headSchema, json, []);
  if (checked === undefined) return { ok: false, problems: checker.problems };
  const { translations: _unread, ...head } = checked;
  const pages = yield* readPages(head.pages, checker);
  const rules: Rule[] = [];
  for (const [at, given] of head.logic.rules.entries()) {
    const rule = checker.checkSized(ruleSchema, given, ["logic", "rules", at]);
    if (rule !== undefined) rules.push(rule);
    if (checker.isFull) break;
    yield;
  }
  const translations = yield* readTranslations(checked, checker);
  const { problems } = checker;
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, survey: { ...head, pages, logic: { rules }, ...translations } };
}

/** A language in a turn. */
function* readTranslations(
  { language, translations }: z.output<typeof headSchema>,
  checker: Checker,
): InTurns<Pick<SurveyJson, "language" | "translations">> {
  const read: Record<string, Translation> = {};
  for (const [tag, given] of Object.entries(translations ?? {})) {
    read[tag] = checker.checkLong(translationSchema, given, ["translations", tag]) ?? {};
    if (checker.isFull) break;
    yield;
  }
  const tags = Object.keys(read);
  checkLanguages(language, tags, checker);
  return tags.length > 0 ? { language, translations: read } : {};
}

function checkLanguages(own: string | undefined, others: readonly string[], checker: Checker): void {
  if (others.length > 0 && own === undefined)
    checker.refuse(["language"], "must say which language the survey itself is in, as it has translations");
  if (others.length >= mostSurveyLanguages)
    checker.refuse(["translations"], `must have at most ${mostSurveyLanguages - 1} languages`);
  if (own !== undefined && others.includes(own))
    checker.refuse(["translations", own], "is the language of the survey itself");
}

type PageJson = SurveyJson["pages"][number];

function* readPages(given: readonly unknown[], checker: Checker): InTurns<PageJson[]> {
  const pages: PageJson[] = [];
  for (const [at, page] of given.entries()) {
    const head = checker.check(pageHeadSchema, page, ["pages", at]);
    const questions: PageJson["questions"] = [];
    for (const [number, question] of (head?.questions ?? []).entries()) {
      const path = ["pages", at, "questions", number];
      const checked = yield* readQuestion(question, path, checker);
      if (checked !== undefined) questions.push(checked);
      if (checker.isFull) return pages;
      yield;
    }
    if (head !== undefined) pages.push({ ...head, questions });
    if (checker.isFull) break;
  }
  return pages;
}

/** Groups of a linked choice that are checked in a turn. */
const groupsInTurn = 500;

function* readQuestion(
  given: unknown,
  path: Problem["path"],
  checker: Checker,
): InTurns<PageJson["questions"][number] | undefined> {
  const groups = listIn(given, "groups");
  const known = checker.problems.length;
  for (
    let first = groupsInTurn;
    first < Math.min(groups.length, longestLists["groups"] ?? 0);
    first += groupsInTurn
  ) {
    const some = groups.slice(first, first + groupsInTurn);
    checker.check(questionJsonSchema.shape.groups, some, [...path, "groups"], first);
    if (checker.problems.length > known) return undefined;
    yield;
  }
  return checker.checkSized(questionJsonSchema, given, path);
}

/** Longest lists of a question. A schema looks at every entry of a longer one, however many there are. */
const longestLists: Readonly<Record<string, number>> = {
  options: surveyLimits.options,
  subTitles: surveyLimits.subTitles,
  blank_setting: surveyLimits.options,
  levels: surveyLimits.levels,
  groups: surveyLimits.paths * surveyLimits.levels,
};

/** Most values inside a question or rule, those of the largest linked choice. */
const valuesMaximum = 50_000;

class Checker {
  readonly problems: Problem[] = [];

  get isFull(): boolean {
    return this.problems.length >= problemsMaximum;
  }

  check<Schema extends z.ZodType>(
    schema: Schema,
    value: unknown,
    place: Problem["path"],
    first = 0,
  ): z.output<Schema> | undefined {
    if (hasMoreMembers(value)) {
      this.refuse(place, "has more parts than it can have");
      return undefined;
    }
    return this.checkLong(schema, value, place, first);
  }

  /** Checks what may have as many members as the file is long. */
  checkLong<Schema extends z.ZodType>(
    schema: Schema,
    value: unknown,
    place: Problem["path"],
    first = 0,
  ): z.output<Schema> | undefined {
    const parsed = schema.safeParse(value, { error: problemWords });
    for (const { path, message } of parsed.error?.issues.slice(0, problemsMaximum) ?? [])
      this.refuse([...place, ...path.map((key, at) => keyOf(key, at === 0 ? first : 0))], message);
    return parsed.data;
  }

  /** Checks what can be of any size: what is too large is refused before its schema looks at all of it. */
  checkSized<Schema extends z.ZodType>(
    schema: Schema,
    value: unknown,
    place: Problem["path"],
  ): z.output<Schema> | undefined {
    const tooLong = Object.entries(longestLists).filter(([name, most]) => listIn(value, name).length > most);
    for (const [name, most] of tooLong) this.refuse([...place, name], `must have at most ${most} entries`);
    if (tooLong.length > 0) return undefined;
    if (!hasMoreValues(value, valuesMaximum)) return this.check(schema, value, place);
    this.refuse(place, "has more parts than it can have");
    return undefined;
  }

  refuse(path: Problem["path"], message: string): void {
    this.problems.push({ path, message });
  }
}

/** @param first position of the first entry of a list that was checked in part */
function keyOf(key: PropertyKey, first: number): string | number {
  return typeof key === "number" ? key + first : String(key);
}

function listIn(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return [];
  const list: unknown = Reflect.get(value, name);
  return Array.isArray(list) ? list : [];
}

/** More members than any object of the form; a schema names each that it does not know. */
function hasMoreMembers(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.keys(value).length > 200;
}

/** Counts without recursion: the values may be nested as deep as a text is long. */
function hasMoreValues(value: unknown, most: number): boolean {
  const waiting: unknown[] = [value];
  for (let count = 0; waiting.length > 0; count += 1) {
    const next = waiting.pop();
    if (count + waiting.length > most || hasMoreMembers(next)) return true;
    if (typeof next === "object" && next !== null)
      for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
}
