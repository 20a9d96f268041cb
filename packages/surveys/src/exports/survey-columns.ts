import { atOnce, type InTurns } from "../model/in-turns.ts";
import { mergingVersions, type MergedQuestion, type VersionPages } from "../results/merge-versions.ts";
import type { Cell, ColumnNaming, ExportColumn } from "./export-column.ts";
import type { ExportedAnswer } from "./exported-answer.ts";
import { measureOf, questionColumns } from "./question-columns.ts";

/** What the columns of a survey are made of. */
export interface ColumnSource {
  /** In ascending order. */
  readonly versions: readonly VersionPages[];
  /** Names of the survey's custom arguments. */
  readonly customArguments: readonly string[];
  /** Whether answers may be in several languages. Default false. */
  readonly hasLanguages?: boolean;
  /** Whether respondents had to agree to a text. Default false. */
  readonly hasConsent?: boolean;
  /** Default `ids`. */
  readonly naming?: ColumnNaming;
  /** Whether there is a column of when an answer was last changed. Default false. */
  readonly hasUpdates?: boolean;
}

/**
 * The columns of a survey over all its versions: those of the answer itself, those of the questions in the order of the
 * newest version, those of archived questions, and the custom arguments.
 */
export function surveyColumns(source: ColumnSource): readonly ExportColumn[] {
  return atOnce(surveyColumnsInTurns(source));
}

/** {@link surveyColumns} in turns: there may be many large versions. */
export function* surveyColumnsInTurns(source: ColumnSource): InTurns<readonly ExportColumn[]> {
  const { versions, customArguments, naming = "ids" } = source;
  const nameOf = columnNames();
  const fixed = fixedColumns(source).map((column) => ({
    ...column,
    name: nameOf(column.name),
    title: column.name,
    head: column.name,
  }));
  const merged = yield* mergingVersions(versions);
  // Named in the order in which they appeared first, so that a later edit changes no name. A code is that of its newest question.
  const columns = new Map<MergedQuestion, readonly ExportColumn[]>();
  let end = columnsOfTurn;
  let count = 0;
  for (const question of naming === "codes" ? merged : merged.toSorted(byAppearance)) {
    const made = questionColumns(question, { naming, nameOf });
    columns.set(question, made);
    count += made.length;
    if (count < end) continue;
    yield;
    end = count + columnsOfTurn;
  }
  const titled = yield* withDistinctTitles([
    ...fixed.map((column) => ({ ...column, choices: [], question: undefined })),
    ...merged.flatMap((question) => columns.get(question) ?? []),
    ...customArguments.map((argument) => argumentColumn(argument, nameOf("arg", argument))),
  ]);
  return naming === "codes" ? titled : titled.map((column) => ({ ...column, head: column.title }));
}

/** The columns of what is known of the answer itself. */
function fixedColumns({ hasLanguages = false, hasConsent = false, hasUpdates = false }: ColumnSource) {
  return [
    ...ownColumns,
    ...(hasUpdates ? [updateColumn] : []),
    ...(hasLanguages ? [languageColumn] : []),
    ...(hasConsent ? [consentColumn] : []),
  ];
}

/** Programs find the columns of a CSV file by their titles: of two with the same one, many keep only the last. */
function* withDistinctTitles(columns: readonly ExportColumn[]): InTurns<readonly ExportColumn[]> {
  const distinct = distinctNames(
    (title, count) => `${title} (${count})`,
    (title) => title,
  );
  const titled: ExportColumn[] = [];
  for (const column of columns) {
    titled.push({ ...column, title: distinct(column.title) });
    if (titled.length % columnsOfTurn === 0) yield;
  }
  return titled;
}

/** Columns are made some thousand at a time, which takes a few milliseconds. */
const columnsOfTurn = 2000;

/** Makes each name another one, by a number where it was given before. */
function distinctNames(
  numbered: (name: string, count: number) => string,
  keyOf: (name: string) => string,
  reserved: readonly string[] = [],
): (name: string) => string {
  const taken = new Set<string>(reserved);
  // Counting goes on where it ended: thousands of columns may have one name.
  const counts = new Map<string, number>();
  return (given) => {
    let name = given;
    for (let count = counts.get(given) ?? 2; taken.has(keyOf(name)); count += 1) {
      name = numbered(given, count);
      counts.set(given, count + 1);
    }
    taken.add(keyOf(name));
    return name;
  };
}

function byAppearance(a: MergedQuestion, b: MergedQuestion): number {
  return a.firstVersion - b.firstVersion || (a.question.id < b.question.id ? -1 : 1);
}

function ownColumn(
  name: string,
  kind: ExportColumn["kind"],
  cell: (answer: ExportedAnswer) => Cell,
  measure = measureOf(kind),
) {
  return { name, kind, measure, cell };
}

const ownColumns = [
  ownColumn("answer_id", "number", ({ answerId }) => answerId, "nominal"),
  ownColumn("version", "number", ({ version }) => version, "nominal"),
  ownColumn("started_at", "time", ({ startedAt }) => startedAt),
  ownColumn("ended_at", "time", ({ endedAt }) => endedAt),
  ownColumn("duration_seconds", "number", ({ startedAt, endedAt }) =>
    Math.round((endedAt - startedAt) / 1000),
  ),
  ownColumn(
    "respondent_id",
    "number",
    ({ respondentId }) => (respondentId === 0 ? undefined : respondentId),
    "nominal",
  ),
  ownColumn("openid", "text", ({ respondentOpenid }) => shown(respondentOpenid)),
  ownColumn("nickname", "text", ({ respondentNickname }) => shown(respondentNickname)),
  ownColumn("channel", "text", ({ channel }) => shown(channel)),
  ownColumn("device", "text", ({ device }) => shown(device)),
];

const updateColumn = ownColumn("updated_at", "time", ({ updatedAt }) => updatedAt);

const languageColumn = ownColumn("language", "text", ({ language }) => shown(language));

const consentColumn = ownColumn(
  "consent_version",
  "number",
  ({ consentVersion }) => (consentVersion === 0 ? undefined : consentVersion),
  "nominal",
);

function argumentColumn(argument: string, name: string): ExportColumn {
  const cell = ({ customArguments }: ExportedAnswer) =>
    Object.hasOwn(customArguments, argument) ? shown(customArguments[argument]) : undefined;
  return {
    name,
    title: argument,
    head: argument,
    kind: "text",
    measure: "nominal",
    choices: [],
    question: undefined,
    cell,
  };
}

function shown(text: string | undefined): Cell {
  return text === "" ? undefined : text;
}

const longestName = 60;

/**
 * Makes names of columns: letters, digits and `_`, beginning with a letter, at most 64 long and unique in any case, as
 * SPSS asks for. The same parts in the same order get the same names.
 */
function columnNames(): (...parts: readonly string[]) => string {
  const distinct = distinctNames(
    (base, count) => `${base}_${count}`,
    (name) => name.toLowerCase(),
    reserved,
  );
  return (...parts) => {
    const plain = parts
      .join("_")
      .replaceAll(/[^A-Za-z0-9]+/g, "_")
      .replaceAll(/^_+|_+$/g, "");
    return distinct((/^[A-Za-z]/.test(plain) ? plain : `v_${plain}`).slice(0, longestName));
  };
}

/** Words of the syntax of SPSS. */
const reserved = ["all", "and", "by", "eq", "ge", "gt", "le", "lt", "ne", "not", "or", "to", "with"];
