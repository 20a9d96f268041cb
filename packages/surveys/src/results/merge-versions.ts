import type { Question, SurveyPage } from "../model/question.ts";
import { atOnce, type InTurns } from "../model/in-turns.ts";
import { choicesOf, mostMergedChoices } from "../model/survey-size.ts";
import { answersOf } from "../question-types/question-types.ts";

/** The pages of a published version. */
export interface VersionPages {
  /** From 1. */
  readonly version: number;
  readonly pages: readonly SurveyPage[];
}

/** A question over all versions of a survey. */
export interface MergedQuestion {
  /**
   * In its newest wording and order, with every option, row and blank that it ever had: archived ones come last. A scale has
   * every mark that it ever had.
   */
  readonly question: Question;
  /** Versions that have the question. */
  readonly firstVersion: number;
  readonly lastVersion: number;
  /** Whether the newest version does not have the question any more. */
  readonly isArchived: boolean;
  /** Ids of options, rows and blanks that the question has lost, and marks of its scale. */
  readonly archivedParts: ReadonlySet<string>;
  /** Numbers the options in the order in which they first appeared, from 1: a later edit never changes a number. */
  readonly optionCodes: ReadonlyMap<string, number>;
  /** What takes nothing but numbers, in every version that has it: `""` for the question itself or all its cells, or ids of its blanks. */
  readonly numbers: ReadonlySet<string>;
}

/**
 * Puts the versions of a survey together, so that results and exports show what an edit has removed. Paragraphs of
 * description are left out: they take no answer.
 *
 * @param versions in ascending order
 * @returns the questions of the newest version in its order, then archived ones
 */
export function mergeVersions(versions: readonly VersionPages[]): readonly MergedQuestion[] {
  return atOnce(mergingVersions(versions));
}

/**
 * {@link mergeVersions} in turns, as there may be many large versions. Of more than {@link mostMergedChoices} the oldest parts are
 * left out.
 */
export function* mergingVersions(
  versions: readonly VersionPages[],
  most = mostMergedChoices,
): InTurns<readonly MergedQuestion[]> {
  const newest = versions.at(-1)?.version ?? 0;
  const histories = new Map<string, Appearance[]>();
  for (const { version, pages } of versions) {
    for (const question of pages.flatMap((page) => page.questions))
      noteAppearance(histories, version, question);
    yield;
  }
  const merged: MergedQuestion[] = [];
  let parts = 0;
  for (const history of histories.values()) {
    merged.push(mergeWithin(history, newest, most));
    parts += partsIn(history);
    if (parts < partsOfTurn) continue;
    yield;
    parts = 0;
  }
  return within(merged.toSorted(byPlace), most);
}

/** Without the oldest appearances of a question that has too many choices with them. */
function mergeWithin(history: readonly Appearance[], newest: number, most: number): MergedQuestion {
  let kept = history;
  let merged = mergeHistory(kept, newest);
  while (kept.length > 1 && choicesOf(merged.question) > most) {
    kept = kept.slice(Math.ceil(kept.length / 2));
    merged = mergeHistory(kept, newest);
  }
  return merged;
}

/** Without archived questions, those that went first, as long as there are too many choices; those of the newest version stay. */
function within(merged: readonly MergedQuestion[], most: number): readonly MergedQuestion[] {
  let choices = 0;
  return merged.filter(({ question, isArchived }) => {
    choices += choicesOf(question);
    return !isArchived || choices <= most;
  });
}

/** They take a few milliseconds. */
const partsOfTurn = 5000;

function partsIn(history: readonly Appearance[]): number {
  return history.reduce(
    (sum, { question }) => sum + question.options.length + question.groups.length + question.subTitles.length,
    history.length,
  );
}

interface Appearance {
  readonly version: number;
  readonly question: Question;
}

function noteAppearance(histories: Map<string, Appearance[]>, version: number, question: Question): void {
  if (answersOf(question) === "none") return;
  const history = histories.get(question.id);
  if (history === undefined) histories.set(question.id, [{ version, question }]);
  else history.push({ version, question });
}

function mergeHistory(history: readonly Appearance[], newestVersion: number): MergedQuestion {
  const [first] = history;
  const last = history.at(-1);
  if (first === undefined || last === undefined) throw new RangeError("a question without a version");
  const parts = partsOf(history);
  const scale = scaleOf(history, last.question);
  return {
    question: { ...last.question, ...parts.all, ...scale.all },
    firstVersion: first.version,
    lastVersion: last.version,
    isArchived: last.version !== newestVersion,
    archivedParts: new Set([...parts.archived, ...scale.archived]),
    optionCodes: new Map(inOrderOfAppearance(history).map((id, at) => [id, at + 1])),
    numbers: new Set(numberParts(history)),
  };
}

/** One answer of a version without the rule may be any text, so that it is a text for good. */
function numberParts(history: readonly Appearance[]): readonly string[] {
  const rules = new Map<string, Set<string>>();
  for (const { question } of history) {
    const takesText = question.type === "text" || answersOf(question) === "row_texts";
    const own = takesText ? [{ id: "", validate: question.validate }] : [];
    for (const { id, validate } of [...own, ...question.blank_setting])
      rules.set(id, (rules.get(id) ?? new Set()).add(validate));
  }
  return [...rules].filter(([, found]) => found.size === 1 && found.has("number")).map(([id]) => id);
}

function inOrderOfAppearance(history: readonly Appearance[]): readonly string[] {
  return [...new Set(history.flatMap(({ question }) => question.options.map(({ id }) => id)))];
}

function partsOf(history: readonly Appearance[]) {
  const questions = history.map(({ question }) => question).toReversed();
  const options = newestFirst(questions.map((question) => question.options));
  const entries = newestFirst(questions.map((question) => question.groups));
  const subTitles = newestFirst(questions.map((question) => question.subTitles));
  const blanks = newestFirst(questions.map((question) => question.blank_setting));
  return {
    all: { options: options.all, groups: entries.all, subTitles: subTitles.all, blank_setting: blanks.all },
    archived: [options, entries, subTitles, blanks].flatMap(({ archived }) => archived),
  };
}

/** The marks of all versions, and those that the newest one does not have. */
function scaleOf(history: readonly Appearance[], { starBeginNum: first, starNum: last }: Question) {
  const scales = history.map(({ question }) => question).filter(({ starNum }) => starNum > 0);
  const all = {
    starBeginNum: Math.min(first, ...scales.map(({ starBeginNum }) => starBeginNum)),
    starNum: Math.max(last, ...scales.map(({ starNum }) => starNum)),
  };
  const marks = Array.from({ length: all.starNum - all.starBeginNum + 1 }, (_, at) => all.starBeginNum + at);
  return { all, archived: marks.filter((mark) => mark < first || mark > last).map(String) };
}

/** The parts of the newest version in its order, then those that only older ones have. */
function newestFirst<Part extends { readonly id: string }>(lists: readonly (readonly Part[])[]) {
  const byId = new Map<string, Part>();
  for (const part of lists.flat()) if (!byId.has(part.id)) byId.set(part.id, part);
  const kept = new Set(lists[0]?.map(({ id }) => id));
  const all = [...byId.values()];
  return { all, archived: all.filter(({ id }) => !kept.has(id)).map(({ id }) => id) };
}

function byPlace(a: MergedQuestion, b: MergedQuestion): number {
  if (a.isArchived !== b.isArchived) return a.isArchived ? 1 : -1;
  return b.lastVersion - a.lastVersion || a.question.index - b.question.index;
}
