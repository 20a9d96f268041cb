/**
 * What a user may do with a survey:
 *
 * - `see`: its overview, its results, single answers and exports;
 * - `edit`: its draft, settings and state, and publishing;
 * - `delete`: answers to it;
 * - `share`: decide with whom it is shared;
 * - `own`: delete the survey, hand it over, and what changes something for its owner.
 */
export type SurveyRight = "see" | "edit" | "delete" | "share" | "own";

/** What people may do whom a survey is shared with, the least first. */
export const shareRoles = ["see", "edit", "manage"] as const;

/** What somebody may do whom a survey is shared with. */
export type ShareRole = (typeof shareRoles)[number];

/** How a user is related to a survey. */
export interface SurveyRelation {
  /**
   * The role in the team that owns the survey, by its number on the wire: 0 creator, 2 team admin, 3 survey admin, 4
   * member; null for who is not in it. `owner` for the owner of a personal survey.
   */
  readonly role: "owner" | 0 | 2 | 3 | 4 | null;
  /** Whether the user created the survey. */
  readonly isCreator: boolean;
  /** As what the survey is shared with the user, or with a team of the user. */
  readonly share?: ShareRole | undefined;
}

const none: ReadonlySet<SurveyRight> = new Set();
const seeing: ReadonlySet<SurveyRight> = new Set(["see"]);
const editing: ReadonlySet<SurveyRight> = new Set(["see", "edit"]);
const managing: ReadonlySet<SurveyRight> = new Set(["see", "edit", "delete", "share"]);
const everything: ReadonlySet<SurveyRight> = new Set([...managing, "own"]);

const rightsOfShare: Readonly<Record<ShareRole, ReadonlySet<SurveyRight>>> = {
  see: seeing,
  edit: editing,
  manage: managing,
};

/** What a user may do with a survey. This is the only place that knows; a user without a relation may do nothing. */
export function surveyRightsOf({ share, ...relation }: SurveyRelation): ReadonlySet<SurveyRight> {
  const own = rightsOfRole(relation);
  const shared = share === undefined ? none : rightsOfShare[share];
  // Each set holds all that a smaller one does.
  return shared.size > own.size ? shared : own;
}

function rightsOfRole({ role, isCreator }: Omit<SurveyRelation, "share">): ReadonlySet<SurveyRight> {
  if (role === "owner" || role === 0 || role === 2) return everything;
  if (role === 3) return editing;
  return role === 4 && isCreator ? seeing : none;
}

/** Whether a member of a team may create surveys of the team. @param role by its number on the wire */
export function mayCreateSurveys(role: number): boolean {
  return role < 4;
}
