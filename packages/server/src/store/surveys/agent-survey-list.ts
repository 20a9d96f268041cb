import { surveyState, type SurveyStateName } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import type { StoreQueries } from "../statements/queries.ts";
import { contains } from "../statements/search-pattern.ts";
import type { Reach } from "./survey-reach.ts";

/** A part of the surveys that an agent may see. */
export interface AgentSurveySearch {
  readonly reach: Reach;
  /** Part of a title; "" for all. */
  readonly query: string;
  readonly state: SurveyStateName | undefined;
  /** The id that the part begins below; undefined for the newest. */
  readonly before: number | undefined;
  readonly limit: number;
}

function matching({ kysely }: StoreQueries, { reach, query, state }: AgentSurveySearch) {
  return kysely
    .selectFrom("surveys as s")
    .where("s.binned_at", "is", null)
    .where("s.owner_id", "=", reach.ownerId)
    .$if(reach.limited === 1, (surveys) =>
      surveys.innerJoin("grant_surveys as c", "c.survey_id", "s.id").where("c.grant_id", "=", reach.grantId),
    )
    .$if(query !== "", (surveys) => surveys.where(contains(query, ["s.title"])))
    .$if(state !== undefined, (surveys) => surveys.where("s.state", "=", surveyState[state ?? "draft"]));
}

/** The surveys, the newest first: of a choice in the order of its own key, since SQLite would sort all that are chosen for each part. */
export function listAgentSurveys(queries: StoreQueries, search: AgentSurveySearch) {
  const { reach, before, limit } = search;
  const id = sql<number>`${sql.ref(reach.limited === 1 ? "c.survey_id" : "s.id")}`;
  return matching(queries, search)
    .select(["s.id", "s.title", "s.state", "s.question_count as questions", "s.answer_count as answers"])
    .select(["s.created_at as createdAt", "s.updated_at as updatedAt"])
    .$if(before !== undefined, (surveys) => surveys.where(id, "<", before ?? 0))
    .orderBy(id, "desc")
    .limit(limit)
    .execute();
}

/** How many surveys a search finds on all its parts. Of a whole choice it is kept: to count thousands takes longer than the rest of the call. */
export async function countAgentSurveys(queries: StoreQueries, search: AgentSurveySearch): Promise<number> {
  const { reach, query, state } = search;
  const isWholeChoice = reach.limited === 1 && query === "" && state === undefined;
  const counted = isWholeChoice
    ? queries.kysely.selectFrom("grants").select("chosen_count as total").where("id", "=", reach.grantId)
    : matching(queries, search).select((eb) => eb.fn.countAll<number>().as("total"));
  return (await counted.executeTakeFirst())?.total ?? 0;
}
