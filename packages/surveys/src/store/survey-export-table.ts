import { send } from "@survey-open-platform/database";
import { nowMs, prepare, type SurveyQueries, type SurveySteps } from "./queries.ts";

/**
 * How far an export is. One whose process has stopped is `failed` some seconds later. One that holds
 * something that was deleted since is `outdated`, and its content is gone.
 */
export type ExportState = "working" | "ready" | "failed" | "outdated";

/** An export that is written in the background. Times are ms UTC. */
export interface SurveyExport {
  readonly id: string;
  readonly surveyId: number;
  readonly format: string;
  /** The greatest serial that is exported. */
  readonly upTo: number;
  readonly state: ExportState;
  readonly bytes: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** An export about to be written. */
export interface NewExport {
  readonly id: string;
  readonly surveyId: number;
  readonly format: string;
  readonly upTo: number;
}

const keptMilliseconds = 24 * 60 * 60 * 1000;

/** How often a process says of its exports that it is still there. */
export const exportRenewalMilliseconds = 5000;

/** A process that has not said so for this time is gone. */
const silentMilliseconds = 4 * exportRenewalMilliseconds;

/** Exports of one survey that are written at the same time. */
export const exportsAtOnce = 3;

/**
 * Begins an export. The lock of the survey has to be held, and that of its answers: an answer that is being deleted is either not read, or its deletion finds the export.
 *
 * @returns false when there are too many in work
 */
export async function beginExport(
  queries: SurveyQueries,
  { id, surveyId, format, upTo }: NewExport,
): Promise<boolean> {
  const exports = await listExports(queries, surveyId);
  if (exports.filter(({ state }) => state === "working").length >= exportsAtOnce) return false;
  await queries.kysely
    .insertInto("survey_exports")
    .values((eb) => ({
      id,
      survey_id: surveyId,
      format,
      up_to: upTo,
      state: "working",
      parts: 0,
      bytes: 0,
      created_at: nowMs,
      touched_at: nowMs,
      expires_at: eb(nowMs, "+", keptMilliseconds),
    }))
    .execute();
  return true;
}

/** A part of an export, counted from 1. */
export interface ExportPart {
  readonly id: string;
  readonly part: number;
  readonly content: Uint8Array;
}

/**
 * Adds the next part of an export. Adding the newest part again changes nothing: after a commit of which it is unknown
 * whether it took effect, it can be repeated.
 *
 * @returns false when there is no such export in work any more
 */
export async function addExportPart(
  { kysely }: SurveyQueries,
  { id, part, content }: ExportPart,
): Promise<boolean> {
  const added = await kysely
    .updateTable("survey_exports")
    .set((eb) => ({ parts: part, bytes: eb("bytes", "+", content.byteLength), touched_at: nowMs }))
    .where("id", "=", id)
    .where("state", "=", "working")
    .where("parts", "=", part - 1)
    .returning("id")
    .executeTakeFirst();
  if (added === undefined) return hasExportPart(kysely, { id, part });
  await kysely.insertInto("survey_export_parts").values({ export_id: id, part, content }).execute();
  return true;
}

async function hasExportPart(
  kysely: SurveyQueries["kysely"],
  { id, part }: Pick<ExportPart, "id" | "part">,
): Promise<boolean> {
  const row = await kysely
    .selectFrom("survey_exports")
    .select("id")
    .where("id", "=", id)
    .where("state", "=", "working")
    .where("parts", "=", part)
    .executeTakeFirst();
  return row !== undefined;
}

/** Says of exports, in work or waiting for their turn, that their process is still there. */
export async function renewExports({ kysely }: SurveyQueries, ids: readonly string[]): Promise<void> {
  await kysely
    .updateTable("survey_exports")
    .set({ touched_at: nowMs })
    .where("id", "in", ids)
    .where("state", "=", "working")
    .execute();
}

/** Ends an export, whole or not. */
export async function endExport(
  { kysely }: SurveyQueries,
  { id, state }: { readonly id: string; readonly state: "ready" | "failed" },
): Promise<void> {
  await kysely
    .updateTable("survey_exports")
    .set({ state })
    .where("id", "=", id)
    .where("state", "=", "working")
    .execute();
}

type FirstDeleted = { readonly surveyId: number; readonly answerId: number };

const outdate = prepare<FirstDeleted>()((db, param) =>
  db
    .updateTable("survey_exports")
    .set({ state: "outdated", bytes: 0 })
    .where("survey_id", "=", param("surveyId"))
    .where("up_to", ">=", param("answerId")),
);

const dropParts = prepare<FirstDeleted>()((db, param) =>
  db
    .deleteFrom("survey_export_parts")
    .where("export_id", "in", (eb) =>
      eb
        .selectFrom("survey_exports")
        .select("id")
        .where("survey_id", "=", param("surveyId"))
        .where("up_to", ">=", param("answerId")),
    ),
);

/** Ends the exports that hold an answer, those in work too, and deletes their content. Those who listed them see why. */
export function* endExportsWith(answer: FirstDeleted): SurveySteps<void> {
  yield* send(outdate, answer);
  yield* send(dropParts, answer);
}

/** The exports of a survey that are kept, the newest first. */
export async function listExports(
  { kysely }: SurveyQueries,
  surveyId: number,
): Promise<readonly SurveyExport[]> {
  const rows = await kysely
    .selectFrom("survey_exports")
    .select(["id", "survey_id as surveyId", "format", "up_to as upTo", "bytes"])
    .select(["created_at as createdAt", "expires_at as expiresAt"])
    .select((eb) => eb.ref("state").$castTo<ExportState>().as("state"))
    .select((eb) => eb(nowMs, "-", eb.ref("touched_at")).as("silent"))
    .where("survey_id", "=", surveyId)
    .where("expires_at", ">", nowMs)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(({ silent, state, ...row }) => ({
    ...row,
    state: state === "working" && silent > silentMilliseconds ? "failed" : state,
  }));
}

/** Reads a part of an export, counted from 1. @returns undefined past the last one */
export async function readExportPart(
  { kysely }: SurveyQueries,
  { id, part }: Pick<ExportPart, "id" | "part">,
): Promise<Uint8Array | undefined> {
  const row = await kysely
    .selectFrom("survey_export_parts")
    .select("content")
    .where("export_id", "=", id)
    .where("part", "=", part)
    .executeTakeFirst();
  return row?.content;
}
