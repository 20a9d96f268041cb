import type { AnswerValue, AnswerValues } from "../model/answer-values.ts";
import { cellId } from "../model/matrix-cells.ts";
import { optionLabel } from "../model/option-blanks.ts";
import type { PlatformZone } from "../model/platform-time.ts";
import type { Option, Question } from "../model/question.ts";
import type { AnswerProblem } from "../question-fields/answer-problem.ts";
import { answerProblemWords } from "../question-fields/answer-problem-words.ts";
import { checkAnswer } from "../question-fields/fields-of-type.ts";
import type { AnswerKind } from "../question-types/question-type.ts";
import { answersOf } from "../question-types/question-types.ts";
import type { AnswerTarget, ColumnMatch } from "./answer-columns.ts";
import { textKey } from "./text-key.ts";

/** An answer that a row has, and what is wrong with its cells. */
export interface RowAnswer {
  readonly values: AnswerValues;
  /** ms UTC; undefined where the row does not say it. */
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly problems: readonly CellProblem[];
}

/** What is wrong with a cell. */
export interface CellProblem {
  /** From 0. */
  readonly column: number;
  /** As the end of a sentence, in English. */
  readonly message: string;
  /** Of the answer, as its question says; or of the cell, before that. */
  readonly problem: { readonly answer: AnswerProblem } | { readonly cell: CellProblemCode };
}

/** What can be wrong with a cell before its question looks at the answer. */
export type CellProblemCode = keyof typeof cellWords;

const cellWords = {
  no_answer: "takes no answer",
  no_files: "cannot be taken in: files are not in such a table",
  tick: "must be 1 or 0, yes or no, or the option itself",
  option: "names no option of the question",
  rank: "must be a rank, such as 1",
  choice: "names no choice of the question",
  time: "must be a time like 2026-11-01 09:00:00",
} as const;

type QuestionTarget = Extract<AnswerTarget, { readonly kind: "question" }>;

/** The parts of an answer to a question, of one or of several cells. */
interface OpenAnswer {
  readonly question: Question;
  /** The first of its columns. */
  readonly column: number;
  text: string;
  readonly options: string[];
  readonly ranks: Map<string, number>;
  /** By blank or cell. */
  readonly blanks: Record<string, string>;
  readonly rows: Record<string, string[]>;
}

/** Reads a row by what its columns are. Empty cells are no answer. */
export function answerOfRow(
  matches: readonly ColumnMatch[],
  cells: readonly string[],
  zone: PlatformZone,
): RowAnswer {
  const open = new Map<string, OpenAnswer>();
  const times: Times = { started: undefined, ended: undefined };
  const problems: CellProblem[] = [];
  for (const [column, match] of matches.entries()) {
    const cell = (cells[column] ?? "").trim();
    if (cell === "" || !("target" in match)) continue;
    const code = takeTarget({ open, times, column, zone }, match.target, cell);
    if (code !== undefined) problems.push({ column, message: cellWords[code], problem: { cell: code } });
  }
  const made = [...open.values()].map((answer) => ({ answer, value: valueOf(answer) }));
  const refused = made.flatMap(({ answer, value }) => problemOf(answer, value));
  // Of an answer of which a cell cannot be read, nothing else is said.
  const hasProblem = new Set(problems.map(({ column }) => questionOf(matches[column])));
  const values = made.flatMap(({ answer, value }) =>
    value === undefined ? [] : [[answer.question.id, value] as const],
  );
  return {
    values: Object.fromEntries(values),
    startedAt: times.started,
    endedAt: times.ended,
    problems: [...problems, ...refused.filter(({ question }) => !hasProblem.has(question))],
  };
}

interface Times {
  started: number | undefined;
  ended: number | undefined;
}

interface OpenRow {
  readonly open: Map<string, OpenAnswer>;
  readonly times: Times;
  readonly column: number;
  readonly zone: PlatformZone;
}

function takeTarget({ open, times, column, zone }: OpenRow, target: AnswerTarget, cell: string) {
  return target.kind === "question"
    ? takeCell(openAnswer(open, target.question, column), target, cell)
    : takeTime(times, target.kind, cell, zone);
}

function problemOf(
  { question, column }: OpenAnswer,
  value: AnswerValue | undefined,
): readonly (CellProblem & { readonly question: string })[] {
  const problem = value === undefined ? undefined : checkAnswer(question, value);
  return problem === undefined
    ? []
    : [{ column, message: answerProblemWords(problem), problem: { answer: problem }, question: question.id }];
}

/** The id of the question that a column is about; undefined for any other column. */
export function questionOf(match: ColumnMatch | undefined): string | undefined {
  return match !== undefined && "target" in match && match.target.kind === "question"
    ? match.target.question.id
    : undefined;
}

function openAnswer(open: Map<string, OpenAnswer>, question: Question, column: number): OpenAnswer {
  const known = open.get(question.id);
  if (known !== undefined) return known;
  const made = { question, column, text: "", options: [], ranks: new Map(), blanks: {}, rows: {} };
  open.set(question.id, made);
  return made;
}

type TakeCell = (answer: OpenAnswer, target: QuestionTarget, cell: string) => CellProblemCode | undefined;

const takeText =
  (textOf: (cell: string) => string): TakeCell =>
  (answer, _target, cell) =>
    void (answer.text = textOf(cell));

const takeChoice: TakeCell = (answer, target, cell) => {
  const { rowId, partId } = target;
  const chosen = rowId === "" ? answer.options : (answer.rows[rowId] ??= []);
  return partId === "" ? takeList(chosen, target, cell) : takeTick(chosen, target, cell);
};

const takers: Readonly<Record<AnswerKind, TakeCell>> = {
  none: () => "no_answer",
  files: () => "no_files",
  text: takeText((cell) => cell),
  blanks: takeText((cell) => cell),
  moment: takeText(momentIn),
  mark: takeText(markIn),
  path: (answer, _target, cell) => takePath(answer, cell),
  ranking: (answer, target, cell) =>
    target.partId === "" ? takeChoice(answer, target, cell) : takeRank(answer, target.partId, cell),
  row_marks: (answer, { rowId }, cell) => void (answer.rows[rowId] = [markIn(cell)]),
  one_option: takeChoice,
  options: takeChoice,
  row_texts: (answer, { rowId, partId }, cell) => void (answer.blanks[cellId(rowId, partId)] = cell),
  row_option: takeChoice,
  row_options: takeChoice,
};

/** Takes what a cell says. @returns what is wrong with it */
function takeCell(answer: OpenAnswer, target: QuestionTarget, cell: string): CellProblemCode | undefined {
  const isBlank = target.question.blank_setting.some(({ id }) => id === target.partId);
  if (!isBlank) return takers[answersOf(target.question)](answer, target, cell);
  answer.blanks[target.partId] = cell;
  return undefined;
}

const ticked = new Set(["1", "true", "yes", "y", "x", "✓", "✔", "是", "selected", "checked"]);
const notTicked = new Set(["0", "false", "no", "n", "-", "否", "not selected", "unchecked"]);

function takeTick(
  chosen: string[],
  { question, partId }: QuestionTarget,
  cell: string,
): CellProblemCode | undefined {
  const word = cell.toLowerCase();
  const option = question.options.find(({ id }) => id === partId);
  const isOption = option !== undefined && textKey(optionLabel(question, option)) === textKey(cell);
  if (ticked.has(word) || isOption) chosen.push(partId);
  else if (!notTicked.has(word)) return "tick";
  return undefined;
}

/** One option, or several that stand between signs; commas are tried last, as texts have them. */
function takeList(chosen: string[], target: QuestionTarget, cell: string): CellProblemCode | undefined {
  const takesSeveral = ["options", "ranking", "row_options"].includes(answersOf(target.question));
  const signs = takesSeveral ? [/\n|;|；|\|/, /[,，]/] : [];
  const lists = [[cell], ...signs.map((sign) => cell.split(sign).map((part) => part.trim()))];
  for (const list of lists) {
    const ids = list.filter((part) => part !== "").map((part) => optionNamed(target, part));
    const known = ids.filter((id) => id !== undefined);
    if (known.length < ids.length) continue;
    chosen.push(...known);
    return undefined;
  }
  return "option";
}

/** An option by its text, its code, its id, or the number that exports have for it. */
function optionNamed({ question, choices, takesCodes }: QuestionTarget, given: string): string | undefined {
  const byText = optionsByText(question).get(textKey(given));
  const byOwnCode = question.options.find(({ code }) => code === given);
  const byId = question.options.find(({ id }) => id === given);
  const byCode = choices.find(({ code, isArchived }) => !isArchived && String(code) === given);
  if (takesCodes === true && byOwnCode !== undefined) return byOwnCode.id;
  return (byText ?? byOwnCode ?? byId ?? byCode)?.id;
}

/** Of the questions of a table, each of whose rows asks for them. */
const knownTexts = new WeakMap<Question, ReadonlyMap<string, Option>>();

/** Options by their texts; of those that say the same the first. */
function optionsByText(question: Question): ReadonlyMap<string, Option> {
  const known = knownTexts.get(question);
  if (known !== undefined) return known;
  const made = new Map(
    question.options.map((option) => [textKey(optionLabel(question, option)), option] as const).toReversed(),
  );
  knownTexts.set(question, made);
  return made;
}

function takeRank(answer: OpenAnswer, option: string, cell: string): CellProblemCode | undefined {
  const rank = markIn(cell);
  if (!/^\d{1,3}$/.test(rank)) return "rank";
  return void answer.ranks.set(option, Number(rank));
}

function takePath(answer: OpenAnswer, cell: string): CellProblemCode | undefined {
  let parent = "";
  for (const text of cell.split(" / ")) {
    const found = answer.question.groups.find(
      (entry) => entry.parent === parent && textKey(entry.text) === textKey(text),
    );
    if (found === undefined) return "choice";
    answer.options.push(found.id);
    parent = found.id;
  }
  return undefined;
}

function orNone<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

function valueOf({ question, text, options, ranks, blanks, rows }: OpenAnswer): AnswerValue | undefined {
  const kind = answersOf(question);
  if (kind === "blanks" || kind === "row_texts") return orNone(blanks);
  if (kind === "row_marks")
    return Object.fromEntries(Object.entries(rows).map(([id, [mark = ""]]) => [id, mark]));
  if (kind.startsWith("row_")) {
    return orNone(Object.fromEntries(Object.entries(rows).filter(([, ids]) => ids.length > 0)));
  }
  if (text !== "") return text;
  if (ranks.size > 0) return [...ranks].toSorted(([, one], [, other]) => one - other).map(([id]) => id);
  if (Object.keys(blanks).length > 0) return { options, blanks };
  return options.length > 0 ? options : undefined;
}

/** Spreadsheets write whole numbers with a point. */
function markIn(cell: string): string {
  return /^\d+\.0+$/.test(cell) ? cell.slice(0, cell.indexOf(".")) : cell;
}

function momentIn(cell: string): string {
  const [, day = "", time = ""] =
    /^(\d{4}[-/]\d{1,2}[-/]\d{1,2})?[T ]?(\d{1,2}:\d{2})?(?::\d{2})?$/.exec(cell) ?? [];
  if (day === "" && time === "") return cell;
  const parts = day.split(/[-/]/).map((part) => part.padStart(2, "0"));
  return [parts.join("-"), time.padStart(time === "" ? 0 : 5, "0")].filter((part) => part !== "").join(" ");
}

const ZONED = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

function takeTime(
  times: Times,
  kind: "started" | "ended",
  cell: string,
  zone: PlatformZone,
): CellProblemCode | undefined {
  const wall = cell
    .replaceAll("/", "-")
    .replace("T", " ")
    .replace(/\.\d+$/, "");
  const at = ZONED.test(cell)
    ? Date.parse(cell.replace(" ", "T"))
    : zone.parse(/:\d\d:/.test(wall) ? wall : `${wall}:00`);
  if (at === undefined || Number.isNaN(at)) return "time";
  times[kind] = at;
  return undefined;
}
