/**
 * What a user may do with a survey:
 *
 * - `see`: its overview, its results, single answers and exports;
 * - `edit`: its draft, settings and state, and publishing;
 * - `delete`: the survey, or answers to it.
 */
export type SurveyRight = "see" | "edit" | "delete";

/** How a user is related to a survey. */
export interface SurveyRelation {
  /**
   * The role in the team that owns the survey, by its number on the wire: 0 creator, 2 team admin, 3 survey admin, 4
   * member. `owner` for the owner of a personal survey.
   */
  readonly role: "owner" | 0 | 2 | 3 | 4;
  /** Whether the user created the survey. */
  readonly isCreator: boolean;
}

const none: ReadonlySet<SurveyRight> = new Set();
const seeing: ReadonlySet<SurveyRight> = new Set(["see"]);
const editing: ReadonlySet<SurveyRight> = new Set(["see", "edit"]);
const everything: ReadonlySet<SurveyRight> = new Set(["see", "edit", "delete"]);

/** What a user may do with a survey. This is the only place that knows; a user without a relation may do nothing. */
export function surveyRightsOf({ role, isCreator }: SurveyRelation): ReadonlySet<SurveyRight> {
  if (role === "owner" || role === 0 || role === 2) return everything;
  if (role === 3) return editing;
  return isCreator ? seeing : none;
}

/** Whether a member of a team may create surveys of the team. @param role by its number on the wire */
export function mayCreateSurveys(role: number): boolean {
  return role < 4;
}
