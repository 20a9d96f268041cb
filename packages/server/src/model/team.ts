/** Only the premium plan includes the interface. */
export const teamPlans = ["free", "premium"] as const;

/** What a team has subscribed to. */
export type TeamPlan = (typeof teamPlans)[number];

/** Roles of a team member, by their number on the wire. A lower number may do more. */
export const teamRoles = { creator: 0, team_admin: 2, survey_admin: 3, member: 4 } as const;

/** What a member may do in a team. */
export type TeamRole = keyof typeof teamRoles;

/** The number of a role. */
export type TeamRoleNumber = (typeof teamRoles)[TeamRole];

/** Every role, the one that may do most first. */
export const teamRoleNumbers: readonly TeamRoleNumber[] = Object.values(teamRoles);

/** Whether a role includes the credentials of the team, and inviting members. */
export function isTeamManager(role: number): boolean {
  return role === teamRoles.creator || role === teamRoles.team_admin;
}

/**
 * Whether a member may give a role to others, and change or remove those who have it: a creator may with every role, a team
 * administrator with those below the own one. So no one gains a role that they do not have.
 */
export function mayAssign(role: number, assigned: number): boolean {
  return role === teamRoles.creator || (role === teamRoles.team_admin && assigned > role);
}
