import type { DeclarationState } from "../store/declaration/declaration-state.ts";
import type { StoreQueries } from "../store/statements/queries.ts";
import { usernameSchema } from "../session/credential-fields.ts";
import type { DeclaredTeam } from "./declaration-schema.ts";
import type { Draft } from "./draft-declaration.ts";
import type { DraftedSurvey } from "./draft-survey.ts";
import type { PlacedPart } from "./placed-part.ts";
import { refuseChangedTypes } from "./refuse-changed-types.ts";
import { refuseDifferentAnswers } from "./refuse-different-answers.ts";

/** Notes everything in a file that does not go together with what the database has. */
export async function refuseConflicts(
  queries: StoreQueries,
  draft: Draft,
  state: DeclarationState,
): Promise<void> {
  refuseUnknownNames(draft, state);
  for (const { part, sink } of draft.applications) {
    if (state.applications.get(part.appid)?.kind === "team")
      sink.within("appid").refuse("belongs to a team's application");
  }
  for (const team of draft.teams) refuseTeamConflicts(team, state);
  for (const survey of draft.surveys) {
    refuseSurveyConflicts(survey, state);
    const existing = state.surveys.get(survey.part.key);
    await refuseChangedTypes(queries, survey, existing);
    await refuseDifferentAnswers(queries, survey, existing);
  }
}

function refuseUnknownNames({ names }: Draft, state: DeclarationState): void {
  const usernames = new Set(names.usernames.map(({ part }) => part));
  const teamNames = new Set(names.teamNames.map(({ part }) => part));
  for (const { part, sink } of names.referredUsers) {
    // What cannot be a username has been refused for that already.
    const isKnown = usernames.has(part) || state.users.has(part) || !usernameSchema.safeParse(part).success;
    if (!isKnown) sink.refuse("names no user of this file or the database");
  }
  for (const { part, sink } of names.referredTeams) {
    if (!teamNames.has(part) && !state.teams.has(part))
      sink.refuse("names no team of this file or the database");
  }
}

function refuseTeamConflicts({ part: team, sink }: PlacedPart<DeclaredTeam>, state: DeclarationState): void {
  const teamId = state.teams.get(team.name)?.id;
  if (teamId === undefined && team.members === undefined) {
    sink.within("members").refuse("is missing: a new team needs its members");
  }
  if (team.application === undefined) return;
  const problem = appidProblem(team.application.appid, teamId, state);
  if (problem !== undefined) sink.within("application").within("appid").refuse(problem);
}

function appidProblem(
  appid: string,
  teamId: number | undefined,
  state: DeclarationState,
): string | undefined {
  const existing = state.applications.get(appid);
  if (existing === undefined) {
    const others = teamId === undefined ? undefined : state.appidsOfTeams.get(teamId);
    return (
      others && "differs from the appid that the team's application already has, which cannot be changed"
    );
  }
  const isOfTeam = existing.kind === "team" && existing.owner_id === teamId;
  return isOfTeam ? undefined : "belongs to another application";
}

function refuseSurveyConflicts(
  { part: survey, sink }: PlacedPart<DraftedSurvey>,
  state: DeclarationState,
): void {
  const existing = state.surveys.get(survey.key);
  if (existing === undefined && survey.creator === undefined && "team" in survey.owner) {
    sink.within("creator").refuse("is missing: a team's survey needs the user who made it");
  }
  const startedAt = afterwards(survey.startedAt, existing?.started_at);
  const endAt = afterwards(survey.endAt, existing?.end_at);
  if (startedAt !== null && endAt !== null && endAt < startedAt) {
    sink.within("end_at").refuse("is before started_at");
  }
}

/** What a moment will be once the declaration is applied; null for not set. */
function afterwards(declared: number | null | undefined, stored: number | null | undefined): number | null {
  return declared === undefined ? (stored ?? null) : declared;
}
