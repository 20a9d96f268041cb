import { isDeepStrictEqual } from "node:util";
import type { SurveyDefinition } from "../model/definition.ts";
import type { Question, SurveyPage } from "../model/question.ts";
import { compareLists } from "./compare-lists.ts";

/** A text or setting of the survey itself. */
export type DefinitionField = "title" | "prefix" | "suffix" | "scene" | "theme";

/** An option, row or blank that changed. */
export interface PartDifference {
  readonly kind: "added" | "removed" | "renamed" | "moved" | "changed";
  /** What it says now, or said when it was removed. */
  readonly text: string;
  /** What it said before; the same where that did not change. */
  readonly textBefore: string;
}

/** A setting of a question other than its lists of parts. */
export type QuestionField = Exclude<
  keyof Question,
  "id" | "index" | "real_index" | "options" | "subTitles" | "blank_setting"
>;

/** A question that changed. */
export type QuestionDifference =
  | { readonly kind: "added" | "removed"; readonly question: Question }
  | {
      readonly kind: "changed";
      /** As it is now. */
      readonly question: Question;
      readonly before: Question;
      readonly isMoved: boolean;
      readonly fields: readonly QuestionField[];
      readonly options: readonly PartDifference[];
      readonly rows: readonly PartDifference[];
      readonly blanks: readonly PartDifference[];
    };

/** What differs between two definitions of one survey. */
export interface DefinitionDifference {
  readonly fields: readonly DefinitionField[];
  readonly pages: { readonly added: number; readonly removed: number; readonly moved: number };
  /** Those that are there now in their order, then those that were removed. */
  readonly questions: readonly QuestionDifference[];
  readonly rules: { readonly added: number; readonly removed: number };
  /** Tags of the languages whose texts differ, the survey's own one where that is another. */
  readonly languages: readonly string[];
}

/**
 * What changes from one definition of a survey to another: what publishing would change, or what another editor changed.
 * Parts are the same when their ids are.
 *
 * @example
 * const difference = compareDefinitions(published, draft);
 */
export function compareDefinitions(before: SurveyDefinition, after: SurveyDefinition): DefinitionDifference {
  const pages = compareLists(before.pages, after.pages);
  return {
    fields: definitionFields.filter((field) => !isSame(valueOf(before, field), valueOf(after, field))),
    pages: {
      added: pages.added.length,
      removed: pages.removed.length,
      moved: pages.kept.filter(({ isMoved }) => isMoved).length,
    },
    questions: compareQuestions(before.pages, after.pages),
    rules: compareRules(before, after),
    languages: compareLanguages(before, after),
  };
}

/** Whether nothing differs. */
export function isWithoutDifference({
  fields,
  pages,
  questions,
  rules,
  languages,
}: DefinitionDifference): boolean {
  const count = pages.added + pages.removed + pages.moved + rules.added + rules.removed;
  return fields.length + questions.length + languages.length + count === 0;
}

const definitionFields: readonly DefinitionField[] = ["title", "prefix", "suffix", "scene", "theme"];

function valueOf(definition: SurveyDefinition, field: DefinitionField): unknown {
  return definition[field] ?? (field === "scene" ? 1 : undefined);
}

function compareQuestions(
  before: readonly SurveyPage[],
  after: readonly SurveyPage[],
): readonly QuestionDifference[] {
  const { added, removed, kept } = compareLists(questionsOf(before), questionsOf(after));
  const [pagesBefore, pagesAfter] = [pageOfQuestions(before), pageOfQuestions(after)];
  const differences = kept.flatMap((pair) => {
    const hasOtherPage = pagesBefore.get(pair.after.id) !== pagesAfter.get(pair.after.id);
    return compareQuestion(pair.before, pair.after, pair.isMoved || hasOtherPage);
  });
  const fresh = added.map((question): QuestionDifference => ({ kind: "added", question }));
  const order = questionsOf(after).map(({ id }) => id);
  return [
    ...[...differences, ...fresh].toSorted(
      (one, other) => order.indexOf(one.question.id) - order.indexOf(other.question.id),
    ),
    ...removed.map((question): QuestionDifference => ({ kind: "removed", question })),
  ];
}

function questionsOf(pages: readonly SurveyPage[]): readonly Question[] {
  return pages.flatMap((page) => page.questions);
}

function pageOfQuestions(pages: readonly SurveyPage[]): ReadonlyMap<string, string> {
  return new Map(pages.flatMap((page) => page.questions.map((question) => [question.id, page.id] as const)));
}

/** The difference of one question; none when only its number changed. */
export function compareQuestion(
  before: Question,
  question: Question,
  isMoved: boolean,
): readonly QuestionDifference[] {
  const fields = fieldsOf({ ...before, ...question }).filter(
    (field) => !isSame(before[field], question[field]),
  );
  const options = compareParts(before.options, question.options);
  const rows = compareParts(before.subTitles, question.subTitles);
  const blanks = compareParts(before.blank_setting, question.blank_setting);
  const count = fields.length + options.length + rows.length + blanks.length;
  if (count === 0 && !isMoved) return [];
  return [{ kind: "changed", question, before, isMoved, fields, options, rows, blanks }];
}

/** Most fields are texts and numbers, and for these the comparison of any values takes ten times as long. */
function isSame(before: unknown, after: unknown): boolean {
  if (before === after || (isEmptyList(before) && isEmptyList(after))) return true;
  return typeof after === "object" && isDeepStrictEqual(before, after);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const otherKeys: ReadonlySet<string> = new Set([
  "id",
  "index",
  "real_index",
  "options",
  "subTitles",
  "blank_setting",
]);

function fieldsOf(question: Question): readonly QuestionField[] {
  // The keys of the record, without those of the set.
  return Object.keys(question).filter((key) => !otherKeys.has(key)) as QuestionField[];
}

interface Part {
  readonly id: string;
  readonly text: string;
}

function compareParts<One extends Part>(
  before: readonly One[],
  after: readonly One[],
): readonly PartDifference[] {
  const { added, removed, kept } = compareLists(before, after);
  return [
    ...kept.flatMap((pair) => comparePart(pair.before, pair.after, pair.isMoved)),
    ...added.map(({ text }) => ({ kind: "added", text, textBefore: text }) as const),
    ...removed.map(({ text }) => ({ kind: "removed", text, textBefore: text }) as const),
  ];
}

function comparePart(before: Part, after: Part, isMoved: boolean): readonly PartDifference[] {
  const texts = { text: after.text, textBefore: before.text };
  if (before.text !== after.text) return [{ kind: "renamed", ...texts }];
  if (isMoved) return [{ kind: "moved", ...texts }];
  return isDeepStrictEqual(before, after) ? [] : [{ kind: "changed", ...texts }];
}

/** Rules have no ids: one that was changed counts as removed and added. */
function compareRules(before: SurveyDefinition, after: SurveyDefinition): DefinitionDifference["rules"] {
  const old = before.logic.rules.map((rule) => JSON.stringify(rule));
  const current = after.logic.rules.map((rule) => JSON.stringify(rule));
  return { added: without(current, old).length, removed: without(old, current).length };
}

function compareLanguages(before: SurveyDefinition, after: SurveyDefinition): readonly string[] {
  const own = before.language === after.language ? [] : [after.language ?? before.language ?? ""];
  const tags = new Set([before, after].flatMap(({ translations = {} }) => Object.keys(translations)));
  const changed = [...tags].filter(
    (tag) => !isDeepStrictEqual(before.translations?.[tag], after.translations?.[tag]),
  );
  return [...own, ...changed];
}

/** Each entry of the second list takes one out of the first. */
function without(texts: readonly string[], taken: readonly string[]): readonly string[] {
  const left = [...texts];
  for (const text of taken) {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
