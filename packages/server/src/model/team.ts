/** Only the premium plan includes the interface. */
export const teamPlans = ["free", "premium"] as const;

/** What a team has subscribed to. */
export type TeamPlan = (typeof teamPlans)[number];

/** Roles of a team member, by their number on the wire. */
export const teamRoles = { creator: 0, team_admin: 2, survey_admin: 3, member: 4 } as const;

/** What a member may do in a team. */
export type TeamRole = keyof typeof teamRoles;
