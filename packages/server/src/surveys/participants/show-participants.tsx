import { runSteps } from "@survey-open-platform/database";
import { hasBeenAnswered } from "@survey-open-platform/surveys";
import { participantStates } from "../../model/participant.ts";
import { idIn } from "../../pages/id-in.ts";
import { renderPage } from "../../pages/render-page.ts";
import { searchText } from "../../pages/search-text.ts";
import { participantLinks, participantParameter } from "../../session/participant-link.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { surveyAddress, surveyForUser } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import {
  countParticipants,
  countStates,
  listParticipants,
  participantFieldNames,
} from "../../store/surveys/participant-table.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { listMailings } from "../../store/surveys/survey-mailing-table.ts";
import { sendsThanks } from "../../store/surveys/survey-thanks-table.ts";
import { type ContactGroup, listGroups } from "../../store/teams/contact-group-table.ts";
import { ParticipantsPage, type ParticipantsForm } from "./participants-page.tsx";

const perPage = 50;

/** The page with the participants of a survey, and a form that has to be sent again. */
export async function showParticipants(
  store: Store,
  pageRequest: UserRequest,
  form: ParticipantsForm = { people: "", problems: [] },
): Promise<Response> {
  const { language, signedIn, context, timeZone } = pageRequest;
  const survey = await surveyForUser(store, pageRequest, "edit");
  const settings = await store.surveys.findSettings(survey.id);
  const page = {
    language,
    signedIn,
    survey,
    form,
    timeZone,
    path: surveyAddress(survey.id, "/participants"),
    count: await countParticipants(store.reader, survey.id),
    isOnly: settings?.onlyParticipants === true,
    linksEndAt: settings?.linksEndAt ?? null,
    isAnonymous: settings?.isAnonymous === true,
    isAnswered: await hasBeenAnswered(store.reader, survey.id),
    contactGroups: await contactGroupsOf(store, survey),
    sendsThanks: await sendsThanks(store.reader, survey.id),
    fieldNames: await participantFieldNames(store.reader, survey.id),
    keptFields: (settings?.customArguments ?? []).map(({ title }) => title),
    mailings: await listMailings(store.reader, survey.id),
    sendsMail: store.policy.sendsMail === true,
    notice: context.req.query("notice"),
    ...(await listedParticipants(store, pageRequest, survey)),
  };
  const status = form.problems.length > 0 ? 400 : 200;
  return renderPage(<ParticipantsPage {...page} />, { status, script: true });
}

/** The groups of the team whose survey it is; undefined for a personal survey. */
export async function contactGroupsOf(
  store: Store,
  { ownerId, teamName }: SurveyForUser,
): Promise<readonly ContactGroup[] | undefined> {
  return teamName === null ? undefined : runSteps(store.reader, listGroups(ownerId));
}

/** The page of the list that the address names, with the state and the link of each. */
async function listedParticipants(store: Store, { context, origin }: UserRequest, survey: SurveyForUser) {
  const search = searchText(context.req.query("q"));
  const after = idIn(context.req.query("after")) ?? 0;
  const asked = context.req.query("state");
  const state = participantStates.find((known) => known === asked);
  const rows = await listParticipants(store.reader, {
    surveyId: survey.id,
    after,
    search,
    state,
    limit: perPage + 1,
  });
  const shown = rows.slice(0, perPage);
  const linkOf = await participantLinks(store);
  return {
    search,
    state,
    states: await countStates(store.reader, survey.id),
    participants: shown.map((participant) => ({
      ...participant,
      link: linkIn(origin, survey, linkOf(participant.nonce)),
    })),
    after: after === 0 ? undefined : String(after),
    next: rows.length > perPage ? String(shown.at(-1)?.id) : undefined,
  };
}

/** The address of a survey for one participant. */
export function linkIn(
  origin: string,
  { id, hash }: Pick<SurveyForUser, "id" | "hash">,
  link: string,
): string {
  return `${origin}/s2/${id}/${hash}/?${participantParameter}=${link}`;
}
