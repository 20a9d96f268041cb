import { type PreparedQuery, rowsOf, send } from "@survey-open-platform/database";
import type { Compilable, Kysely, RawBuilder } from "kysely";
import { prepare, type SurveySteps } from "./queries.ts";
import type { SurveySchema } from "./schema/schema.ts";

/** The most rows in one statement; engines limit how many parameters one may have. */
const mostRows = 64;

/** Rows with the place of a parameter in each column. */
export type ParameterRows<Column extends string> = readonly Readonly<Record<Column, RawBuilder<never>>>[];

/** The values of all rows, one after the other: an object with a name for each of a thousand values costs as much as the statement. */
type Parameters = readonly unknown[];

/** A statement with any number of rows. It is prepared for 1, 2, 4 … rows, and a list is sent in such parts. */
export interface RowStatement<Column extends string, Row> {
  /** Sends the rows without waiting for a result. */
  send(rows: readonly Readonly<Record<Column, unknown>>[]): SurveySteps<void>;
  /** Runs the statement. @returns its rows, of all parts */
  run(rows: readonly Readonly<Record<Column, unknown>>[]): SurveySteps<readonly Row[]>;
}

/**
 * Makes a {@link RowStatement}.
 *
 * @param columns names of the columns that each row has
 * @param build makes the statement for a number of rows
 */
export function rowStatement<Column extends string, Row>(
  columns: readonly Column[],
  build: (db: Kysely<SurveySchema>, rows: ParameterRows<Column>) => Compilable<Row>,
): RowStatement<Column, Row> {
  const prepared = new Map<number, PreparedQuery<SurveySchema, Parameters, Row>>();
  const statementFor = (count: number) => {
    const known = prepared.get(count) ?? prepareFor(count, columns, build);
    prepared.set(count, known);
    return known;
  };
  return {
    *send(rows) {
      for (const part of partsOf(rows)) yield* send(statementFor(part.length), parametersOf(part, columns));
    },
    *run(rows) {
      const found: Row[] = [];
      for (const part of partsOf(rows)) {
        found.push(...(yield* rowsOf(statementFor(part.length), parametersOf(part, columns))));
      }
      return found;
    },
  };
}

function prepareFor<Column extends string, Row>(
  count: number,
  columns: readonly Column[],
  build: (db: Kysely<SurveySchema>, rows: ParameterRows<Column>) => Compilable<Row>,
) {
  return prepare<Parameters>()((db, param) => {
    const rows = Array.from({ length: count }, (_, at) => {
      const entries = columns.map((column, place) => [column, param(at * columns.length + place)]);
      // It has an entry for each column.
      return Object.fromEntries(entries) as Record<Column, RawBuilder<never>>;
    });
    return build(db, rows);
  });
}

function parametersOf<Column extends string>(
  rows: readonly Readonly<Record<Column, unknown>>[],
  columns: readonly Column[],
): Parameters {
  const values: unknown[] = [];
  for (const row of rows) for (const column of columns) values.push(row[column]);
  return values;
}

/** Parts of 64, 32, 16 … rows, the largest first. */
function partsOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const parts: (readonly Row[])[] = [];
  for (let [at, size] = [0, mostRows]; at < rows.length;) {
    if (rows.length - at >= size) {
      parts.push(rows.slice(at, at + size));
      at += size;
    } else size /= 2;
  }
  return parts;
}
