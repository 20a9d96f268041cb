import { sql } from "kysely";
import type { StoreQueries } from "../statements/queries.ts";
import type { AuditValues } from "./audit-entry.ts";

/** Who changed a survey. */
export interface SurveyLogActor {
  /** Null for the platform, its operator and applications of teams. */
  readonly userId: number | null;
  /** A username, or how the audit log names an application or a command. */
  readonly actor: string;
  /** The nickname of the user as it is now; null for who is none, or is deleted. */
  readonly nickname: string | null;
  /** The name of the application that made the change; null for none. */
  readonly application: string | null;
}

/** A change of a survey. It has no network address: that is for administrators alone. */
export interface SurveyLogEntry extends SurveyLogActor {
  readonly id: number;
  /** ms UTC. */
  readonly at: number;
  readonly action: string;
  readonly before: AuditValues | undefined;
  readonly after: AuditValues | undefined;
}

/** One page of the log of a survey, the newest entries first. */
export interface SurveyLogSearch {
  readonly surveyId: number;
  /** Only changes of a user, by the id, or of whom the audit log names so; undefined for all. */
  readonly who: number | string | undefined;
  /** The id that the page begins below. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** What the audit log has about a survey. */
export async function listSurveyLog(
  { kysely }: StoreQueries,
  { surveyId, who, before, limit }: SurveyLogSearch,
): Promise<readonly SurveyLogEntry[]> {
  const rows = await entriesOf({ kysely }, surveyId)
    .select(["l.id", "l.at", "l.action", "l.before", "l.after"])
    .$if(typeof who === "number", (query) => query.where("l.actor_id", "=", Number(who)))
    .$if(typeof who === "string", (query) =>
      query.where("l.actor", "=", String(who)).where("l.actor_id", "is", null),
    )
    .$if(before !== undefined, (query) => query.where("l.id", "<", before ?? 0))
    .orderBy("l.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, before: valuesOf(row.before), after: valuesOf(row.after) }));
}

/** Who changed a survey, each once: a user with what applications did in their name. */
export async function listSurveyLogActors(
  { kysely }: StoreQueries,
  { surveyId, limit }: Pick<SurveyLogSearch, "surveyId" | "limit">,
): Promise<readonly SurveyLogActor[]> {
  const rows = await entriesOf({ kysely }, surveyId).distinct().limit(limit).execute();
  const known = new Map<number | string, SurveyLogActor>();
  // The row of a user that has no application comes first, as it has the username.
  for (const row of rows.toSorted(
    (one, other) => Number(one.application !== null) - Number(other.application !== null),
  ))
    if (!known.has(row.userId ?? row.actor)) known.set(row.userId ?? row.actor, row);
  return [...known.values()];
}

function entriesOf({ kysely }: Pick<StoreQueries, "kysely">, surveyId: number) {
  return kysely
    .selectFrom("audit_log as l")
    .leftJoin("users as u", "u.id", "l.actor_id")
    .leftJoin("applications as a", (join) => join.on(sql<boolean>`l.actor = 'application ' || a.appid`))
    .select(["l.actor_id as userId", "l.actor", "u.nickname", "a.name as application"])
    .where("l.target_kind", "=", "survey")
    .where("l.target", "=", String(surveyId));
}

function valuesOf(json: string | null): AuditValues | undefined {
  // The log is written by the platform alone.
  return json === null ? undefined : (JSON.parse(json) as AuditValues);
}
