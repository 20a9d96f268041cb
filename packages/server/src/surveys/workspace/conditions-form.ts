import {
  answersOf,
  argumentPattern,
  comparisonsOf,
  conditionOf,
  logicLimits,
  matrixCells,
  needsOf,
  readSubject,
  rowComparisons,
  textComparisons,
  type Condition,
  type ConditionGroup,
  type ConditionRow,
  type ConditionRows,
  type Question,
  type RowComparison,
  type SurveyPage,
} from "@survey-open-platform/surveys";
import { questionIn } from "./draft-edit.ts";

/** The questions that conditions ask about. */
export interface AskedPages {
  readonly pages: readonly SurveyPage[];
}

/** Rows as a form has them, and the fields of which something is wrong. */
export interface ConditionsForm {
  readonly rows: ConditionRows;
  readonly problems: ReadonlySet<string>;
}

type Field = (name: string) => string;

/** A row that is not filled in yet. */
export const emptyRow: ConditionRow = { subject: "", comparison: "is", value: "" };

/** Reads the rows of a form; `e0-kind` and so on say which there are, so none is dropped because a field is empty. */
export function readConditions(field: Field, definition: AskedPages): ConditionsForm {
  const entries = entriesIn("e", field, definition);
  const rows = { join: joinIn(field("join")), entries };
  return { rows, problems: problemsOf(rows, definition) };
}

function entriesIn(
  prefix: string,
  field: Field,
  definition: AskedPages,
): readonly (ConditionRow | ConditionGroup)[] {
  const entries: (ConditionRow | ConditionGroup)[] = [];
  for (let at = 0; at < logicLimits.conditions; at += 1) {
    const id = `${prefix}${at}`;
    const kind = field(`${id}-kind`);
    if (kind === "row") entries.push(rowIn(id, field, definition));
    else if (kind === "group")
      entries.push({ join: joinIn(field(`${id}-join`)), rows: rowsIn(`${id}-`, field, definition) });
    else break;
  }
  return entries;
}

function rowsIn(prefix: string, field: Field, definition: AskedPages): readonly ConditionRow[] {
  return entriesIn(prefix, field, definition).filter(
    (entry) => !("rows" in entry),
  ) as readonly ConditionRow[]; // Groups are one level deep.
}

/** Of another question, what can be compared with it comes first. */
function rowIn(id: string, field: Field, definition: AskedPages): ConditionRow {
  const subject = field(`${id}-question`);
  const offered = offeredFor(subject, definition);
  const given = rowComparisons.find((comparison) => comparison === field(`${id}-comparison`));
  const comparison = given !== undefined && offered.includes(given) ? given : (offered[0] ?? "is");
  return { subject, comparison, value: field(`${id}-value`) };
}

function joinIn(text: string): "all" | "any" {
  return text === "any" ? "any" : "all";
}

/** How a subject of a row may be compared. */
export function offeredFor(subject: string, definition: AskedPages): readonly RowComparison[] {
  const {
    question = "",
    part = "",
    kind,
  } = { question: undefined, part: undefined, ...readSubject(subject) };
  return kind === "argument" ? textComparisons : comparisonsOf(questionIn(definition, question), part);
}

/** Whether a row needs one of the options of its question. */
export function choicesFor(
  { subject, comparison }: ConditionRow,
  definition: AskedPages,
): Question | undefined {
  const read = readSubject(subject);
  const asksChoice = comparison === "is" || comparison === "is_not";
  return asksChoice && read.kind === "question" ? questionIn(definition, read.question) : undefined;
}

/** Whether a row needs a value. */
export function needsValue({ comparison }: ConditionRow): boolean {
  return comparison !== "answered" && comparison !== "not_answered";
}

/** The ids of the fields of rows that are not filled in, or not with what there is. */
function problemsOf({ entries }: ConditionRows, definition: AskedPages): ReadonlySet<string> {
  return new Set(
    entries.flatMap((entry, at) =>
      "rows" in entry
        ? entry.rows.flatMap((row, inner) => problemOf(row, `e${at}-${inner}`, definition))
        : problemOf(entry, `e${at}`, definition),
    ),
  );
}

function problemOf(row: ConditionRow, id: string, definition: AskedPages): readonly string[] {
  if (!offeredFor(row.subject, definition).includes(row.comparison)) return [`${id}-question`];
  const asked = choicesFor(row, definition);
  const choices = asked && [...asked.options, ...asked.groups];
  const isKnown = choices === undefined || choices.some((choice) => choice.id === row.value);
  return isKnown && conditionOf({ join: "all", entries: [row] }) !== undefined ? [] : [`${id}-value`];
}

/** Does to the rows what a button says: `add`, `add-group`, `add 2` for a group, `remove 2`, `remove 2 1`. */
export function changeRows(rows: ConditionRows, [verb = "", at, inner]: readonly string[]): ConditionRows {
  const { entries } = rows;
  if (verb === "add-group")
    return { ...rows, entries: [...entries, { join: "any", rows: [emptyRow, emptyRow] }] };
  if (verb === "add" && at === undefined) return { ...rows, entries: [...entries, emptyRow] };
  const place = Number(at);
  const entry = entries[place];
  if (entry === undefined) return rows;
  if (verb === "remove" && inner === undefined) return { ...rows, entries: entries.toSpliced(place, 1) };
  if (!("rows" in entry)) return rows;
  const changed = verb === "add" ? [...entry.rows, emptyRow] : entry.rows.toSpliced(Number(inner), 1);
  return { ...rows, entries: entries.with(place, { ...entry, rows: changed }) };
}

/** The condition of a form without problems; undefined for always. Groups without rows go. */
export function conditionIn({ join, entries }: ConditionRows): Condition | undefined {
  return conditionOf({
    join,
    entries: entries.filter((entry) => !("rows" in entry) || entry.rows.length > 0),
  });
}

/** Cells of a matrix that are offered: each row of conditions has a list of them. Rules may name the others. */
const cellsOffered = 400;

/** The subject that a question is, and those of its rows and blanks that are asked about by themselves. */
export function subjectsOf(question: Question): readonly string[] {
  const { id, type, subTitles, blank_setting: blanks } = question;
  const { rows, options } = needsOf(type);
  if (answersOf(question) === "row_texts")
    return [
      id,
      ...matrixCells(question)
        .slice(0, cellsOffered)
        .map((cell) => `${id}/${cell.id}`),
    ];
  const parts = rows ? subTitles : blanks;
  if (type === "description") return [];
  return [
    id,
    ...(rows || options === "fillable" || blanks.length > 0 ? parts.map((part) => `${id}/${part.id}`) : []),
  ];
}

/** The subjects that custom arguments are. @param names as the settings of the survey have them */
export function argumentSubjects(names: readonly string[]): readonly string[] {
  return names.filter((name) => argumentPattern.test(name)).map((name) => `arg:${name}`);
}

/** Rows as the fields of a form; the opposite of {@link readConditions}. */
export function rowFields({ join, entries }: ConditionRows): Readonly<Record<string, string>> {
  const fields = entries.flatMap((entry, at) =>
    "rows" in entry ? groupFields(`e${at}`, entry) : fieldsOfRow(`e${at}`, entry),
  );
  return Object.fromEntries(entries.length > 1 ? [["join", join], ...fields] : fields);
}

type NamedValue = readonly [name: string, value: string];

function groupFields(id: string, { join, rows }: ConditionGroup): readonly NamedValue[] {
  const fields = rows.flatMap((row, inner) => fieldsOfRow(`${id}-${inner}`, row));
  return [[`${id}-kind`, "group"], [`${id}-join`, join], ...fields];
}

function fieldsOfRow(id: string, { subject, comparison, value }: ConditionRow): readonly NamedValue[] {
  return [
    [`${id}-kind`, "row"],
    [`${id}-question`, subject],
    [`${id}-comparison`, comparison],
    [`${id}-value`, value],
  ];
}

/** Without the rows that are not filled in, and without groups that have none. */
export function completeRows({ join, entries }: ConditionRows): ConditionRows {
  const complete = (row: ConditionRow) => conditionOf({ join, entries: [row] }) !== undefined;
  return {
    join,
    entries: entries.flatMap((entry): readonly (ConditionRow | ConditionGroup)[] => {
      if (!("rows" in entry)) return complete(entry) ? [entry] : [];
      const rows = entry.rows.filter(complete);
      return rows.length === 0 ? [] : [{ ...entry, rows }];
    }),
  };
}
