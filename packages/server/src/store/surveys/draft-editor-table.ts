import type { StoreQueries } from "../statements/queries.ts";

/** The revisions of a draft after `since`, up to `until`. */
export interface RevisionRange {
  readonly surveyId: number;
  readonly since: number;
  readonly until: number;
}

/** The nicknames of those who made revisions of a draft, without the user who asks; programs and deleted accounts have none. */
export async function listDraftEditors(
  { kysely }: StoreQueries,
  { surveyId, since, until }: RevisionRange,
  userId: number,
): Promise<readonly string[]> {
  const revisionsOf = (table: "survey_drafts" | "survey_draft_history") =>
    kysely
      .selectFrom(table)
      .select("editor_user_id")
      .where("survey_id", "=", surveyId)
      .where("revision", ">", since)
      .where("revision", "<=", until);
  const users = await kysely
    .selectFrom("users")
    .select("nickname")
    .where("id", "in", revisionsOf("survey_drafts").union(revisionsOf("survey_draft_history")))
    .where("id", "!=", userId)
    .orderBy("id")
    .execute();
  return users.map(({ nickname }) => nickname);
}
