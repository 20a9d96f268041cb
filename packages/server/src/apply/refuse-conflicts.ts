import type { DeclarationState } from "../store/declaration-state.ts";
import type { StoreQueries } from "../store/queries.ts";
import { usernameSchema } from "./declaration-fields.ts";
import type { DeclaredTeam } from "./declaration-schema.ts";
import type { Draft } from "./draft-declaration.ts";
import type { DraftedSurvey } from "./draft-survey.ts";
import type { PlacedPart } from "./placed-part.ts";
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
    await refuseDifferentAnswers(queries, survey, state.surveys.get(survey.part.key));
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
  const existing = state.teams.get(team.name);
  if (existing === undefined && team.members === undefined) {
    sink.within("members").refuse("is missing: a new team needs its members");
  }
  if (team.application === undefined) return;
  const { appid } = team.application;
  const place = sink.within("application").within("appid");
  const application = state.applications.get(appid);
  if (application !== undefined && (application.kind !== "team" || application.owner_id !== existing?.id)) {
    place.refuse("belongs to another application");
  }
  const present = existing === undefined ? [] : (state.appidsOfTeams.get(existing.id) ?? []);
  if (application === undefined && present.length > 0) {
    place.refuse("differs from the appid that the team's application already has, which cannot be changed");
  }
}

function refuseSurveyConflicts(
  { part: survey, sink }: PlacedPart<DraftedSurvey>,
  state: DeclarationState,
): void {
  const existing = state.surveys.get(survey.key);
  if (existing === undefined && survey.creator === undefined && "team" in survey.owner) {
    sink.within("creator").refuse("is missing: a team's survey needs the user who made it");
  }
  const startedAt = survey.startedAt === undefined ? existing?.started_at : survey.startedAt;
  const endAt = survey.endAt === undefined ? existing?.end_at : survey.endAt;
  if (typeof startedAt === "number" && typeof endAt === "number" && endAt < startedAt) {
    sink.within("end_at").refuse("is before started_at");
  }
}
