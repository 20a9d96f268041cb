import type { ZipEntry } from "@survey-open-platform/surveys";
import type { StoreQueries } from "../statements/queries.ts";
import type { UploadFolder } from "../surveys/upload-folder.ts";
import type { Person } from "./find-person.ts";
import type { PersonalTable } from "./personal-data.ts";
import { personalTables, type PersonalRow, readPersonalRows } from "./read-personal-rows.ts";

/** What an export is made of. */
export interface PersonalExport {
  readonly person: Person;
  /** Undefined where no files are taken. */
  readonly uploads: UploadFolder | undefined;
  /** Which rows are in it, where others wrote about the person as well. Default all. */
  readonly keeps?: (table: PersonalTable, row: PersonalRow) => boolean;
}

/**
 * Everything about a person, as files: `person.json` has the rows of each table, `files/` what came with their answers. Nothing in it opens
 * anything: hashes, secrets and keys are left out.
 */
export async function* personalExport(
  queries: StoreQueries,
  { person, uploads, keeps = () => true }: PersonalExport,
): AsyncGenerator<ZipEntry> {
  const rows = new Map<PersonalTable, readonly PersonalRow[]>();
  for (const table of personalTables) {
    const found = (await readPersonalRows(queries, table, person)).filter((row) => keeps(table, row));
    if (found.length > 0) rows.set(table, found);
  }
  yield { path: "person.json", chunks: [jsonText(Object.fromEntries(rows))] };
  for (const file of rows.get("answer_files") ?? []) {
    const content = await uploads?.open(String(file["id"])).catch(() => undefined);
    if (content !== undefined) yield { path: `files/${fileName(file)}`, chunks: content };
  }
}

/** Columns with JSON are shown as what they mean. */
function jsonText(tables: object): string {
  return `${JSON.stringify(tables, (_key, value: unknown) => meaningOf(value), 2)}\n`;
}

function meaningOf(value: unknown): unknown {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // A text that only begins so.
    return value;
  }
}

/** Nothing that a respondent chose becomes part of a path (CWE-22), and no two files have one name. */
function fileName({ survey_id: survey, answer_id: answer, id, name }: PersonalRow): string {
  const harmless = String(name)
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, "_")
    .slice(-100);
  return `survey-${String(survey)}-answer-${String(answer)}-${String(id).slice(0, 8)}-${harmless}`;
}
