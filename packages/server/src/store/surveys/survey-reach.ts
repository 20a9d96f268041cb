import { sql, type RawBuilder } from "kysely";

/** Which surveys a caller reaches: those of an owner, or only those of them that are chosen for a grant. */
export interface Reach {
  readonly ownerId: number;
  /** The grant that the choice belongs to; 0 when there is none. */
  readonly grantId: number;
  /** Whether only chosen surveys are reached. */
  readonly limited: 0 | 1;
}

/** A survey by its id. One that is not reached is treated as if it did not exist. */
export interface SurveyReach extends Reach {
  readonly surveyId: number;
}

/** The part of a reach that the choice decides. */
export type Limit = Omit<Reach, "ownerId">;

/** Of a caller whose reach no choice limits. */
export const unlimited: Limit = { grantId: 0, limited: 0 };

/** Everything that belongs to an owner. */
export function reachOfOwner(ownerId: number): Reach {
  return { ownerId, ...unlimited };
}

/**
 * Whether the choice lets a survey through. It is a part of the statement that finds the survey by its owner: one outside the choice costs
 * the same time as one that does not exist.
 *
 * @param surveyId the column that has the survey's id
 * @param limit the parameters of the statement
 */
export function isChosen(
  surveyId: RawBuilder<unknown>,
  { limited, grantId }: Readonly<Record<keyof Limit, RawBuilder<number> | number>>,
): RawBuilder<boolean> {
  return sql<boolean>`(cast(${limited} as integer) = 0 or exists (
    select 1 from grant_surveys c where c.grant_id = ${grantId} and c.survey_id = ${surveyId}))`;
}
