import { optionLabel } from "../model/option-blanks.ts";
import type { Question } from "../model/question.ts";
import type { AnswerKind } from "../question-types/question-type.ts";
import { answersOf } from "../question-types/question-types.ts";
import { markFigures, netPromoterScore, type MarkCount } from "./mark-figures.ts";
import type { MergedQuestion } from "./merge-versions.ts";
import type { CountedPart, RankedPart, Summary, SummaryPart } from "./summary.ts";

/** How often each cell of a question was counted. */
export type CellCounts = ReadonlyMap<string, number>;

type Summariser = (merged: MergedQuestion, count: CountOf) => Summary;

/** How often a cell was counted; 0 for one that was not. */
type CountOf = (cell: string) => number;

const texts: Summariser = (_, count) => ({ kind: "texts", answered: count("answered") });

const choices: Summariser = (merged, count) => {
  const answered = count("answered");
  return {
    kind: "choices",
    answered,
    parts: optionsOf(merged).map((part) => counted(part, count(part.id), answered)),
  };
};

const linked: Summariser = ({ question, archivedParts }, count) => {
  const answered = count("answered");
  const labels = new Map<string, string>();
  const parts = question.groups.map(({ id, text, parent }) => {
    // Each entry comes after the one that it belongs to.
    const above = labels.get(parent);
    const label = above === undefined ? text : `${above} / ${text}`;
    labels.set(id, label);
    return counted({ id, label, isArchived: archivedParts.has(id) }, count(id), answered);
  });
  return { kind: "choices", answered, parts };
};

const ranking: Summariser = (merged, count) => {
  const answered = count("answered");
  const options = optionsOf(merged);
  const parts = options.map((part): RankedPart => {
    const places = options.map((_, at) => count(`${part.id}/${at + 1}`));
    const { answered: placed, mean } = markFigures(markCounts(places, 1));
    return { ...counted(part, placed, answered), places, meanPlace: mean };
  });
  return { kind: "ranking", answered, parts: parts.toSorted(byMeanPlace) };
};

const marks: Summariser = ({ question, archivedParts }, count) => {
  const given = marksOf(question).map((mark) => ({ mark, count: count(String(mark)) }));
  const figures = markFigures(given);
  return {
    kind: "marks",
    ...figures,
    parts: given.map(({ mark, count: times }) =>
      counted(markPart(mark, archivedParts), times, figures.answered),
    ),
    netPromoterScore: question.type === "nps" ? netPromoterScore(given) : undefined,
  };
};

const rowsOfChoices: Summariser = (merged, count) => {
  const columns = optionsOf(merged);
  const answered = count("answered");
  const isSingle = answersOf(merged.question) === "row_option";
  const rows = rowsOf(merged).map((row) => {
    const counts = columns.map(({ id }) => count(`${row.id}/${id}`));
    // Of a row with one choice its answers are known; of one with several, those of the question are.
    return { ...row, counts, answered: isSingle ? counts.reduce((sum, one) => sum + one, 0) : answered };
  });
  return { kind: "choice_rows", answered, columns, rows };
};

const rowsOfMarks: Summariser = (merged, count) => {
  const given = marksOf(merged.question);
  const rows = rowsOf(merged).map((row) => {
    const counts = given.map((mark) => count(`${row.id}/${mark}`));
    return { ...row, counts, ...markFigures(markCounts(counts, given[0] ?? 0)) };
  });
  return { kind: "mark_rows", answered: count("answered"), marks: given, rows };
};

const summarisers: Readonly<Record<AnswerKind, Summariser>> = {
  none: texts,
  one_option: choices,
  options: choices,
  ranking,
  mark: marks,
  text: texts,
  moment: texts,
  files: texts,
  path: linked,
  blanks: texts,
  row_option: rowsOfChoices,
  row_options: rowsOfChoices,
  row_marks: rowsOfMarks,
  row_texts: texts,
};

/** Summarises the answers to a question from how often its cells were counted. Archived options and rows are included. */
export function summariseQuestion(merged: MergedQuestion, counts: CellCounts): Summary {
  return summarisers[answersOf(merged.question)](merged, (cell) => counts.get(cell) ?? 0);
}

/** Whether a question is answered with texts: its summary only says by how many. */
export function isAnsweredWithTexts({ question }: MergedQuestion): boolean {
  return summarisers[answersOf(question)] === texts;
}

/** Whether an answer to a question has one option at most, so that the counts of its options are parts of a whole. */
export function choosesOneOption({ question }: MergedQuestion): boolean {
  return answersOf(question) === "one_option";
}

/** The marks that a scale has, in ascending order. A net promoter score always goes from 0 to 10. */
function marksOf({ type, starBeginNum, starNum }: Question): readonly number[] {
  const [first, last] = type === "nps" ? [0, 10] : [starBeginNum, starNum];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

function markCounts(counts: readonly number[], first: number): readonly MarkCount[] {
  return counts.map((count, at) => ({ mark: first + at, count }));
}

function markPart(mark: number, archivedParts: MergedQuestion["archivedParts"]): SummaryPart {
  return { id: String(mark), label: String(mark), isArchived: archivedParts.has(String(mark)) };
}

/** Options, which are the columns of a matrix. */
export function optionsOf({ question, archivedParts }: MergedQuestion): readonly SummaryPart[] {
  return question.options.map((option) => ({
    id: option.id,
    label: optionLabel(question, option),
    isArchived: archivedParts.has(option.id),
  }));
}

/** Rows of a matrix. */
export function rowsOf({ question, archivedParts }: MergedQuestion): readonly SummaryPart[] {
  return question.subTitles.map(({ id, text }) => ({ id, label: text, isArchived: archivedParts.has(id) }));
}

function counted(part: SummaryPart, count: number, answered: number): CountedPart {
  return { ...part, count, share: answered === 0 ? 0 : count / answered };
}

/** The best first; options without a place come last. */
function byMeanPlace(a: RankedPart, b: RankedPart): number {
  return (a.meanPlace ?? Infinity) - (b.meanPlace ?? Infinity) || 0;
}
