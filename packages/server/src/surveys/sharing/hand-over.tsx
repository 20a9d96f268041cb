import { mayCreateSurveys, shareRoles } from "@survey-open-platform/surveys";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf, changeBy } from "../../session/actor.ts";
import { numberInPath } from "../../session/number-in-path.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import { handOverSurvey } from "../../store/surveys/hand-over-survey.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { acceptOffer, endOffer, findOfferTo, offerSurvey } from "../../store/surveys/survey-offer-table.ts";
import type { TeamForUser } from "../../store/teams/team-table.ts";
import { type Account, accountNamed, teamsOf } from "./account-named.ts";
import { HandOverPage, OfferPage, type HandOverPageProps } from "./hand-over-page.tsx";

const path = `${surveyPath}/hand-over`;
const offerPath = "/surveys/offers/:id";

/** The pages on which a survey gets another owner, and those of the user whom it is offered to. */
export function surveyHandOver(store: Store): readonly PageRoute[] {
  const handing = { path, access: "user", stepUp: true } as const;
  const offer = { path: offerPath, access: "user" } as const;
  return [
    { ...handing, method: "GET", handle: (pageRequest: UserRequest) => ask(store, pageRequest) },
    { ...handing, method: "POST", handle: (pageRequest: UserRequest) => handOver(store, pageRequest) },
    {
      method: "POST",
      path: `${path}/withdraw`,
      access: "user",
      handle: (pageRequest) => withdraw(store, pageRequest),
    },
    { ...offer, method: "GET", handle: (pageRequest: UserRequest) => showOffer(store, pageRequest) },
    { ...offer, method: "POST", handle: (pageRequest: UserRequest) => decide(store, pageRequest) },
  ];
}

async function ask(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "own");
  return render(store, pageRequest, survey, {});
}

function mayReceive({ role }: TeamForUser): boolean {
  return mayCreateSurveys(role);
}

async function handOver(store: Store, pageRequest: UserRequest): Promise<Response> {
  const form = await readOwnForm(pageRequest, ["person", "team", "keeps"]);
  const survey = await surveyForUser(store, pageRequest, "own");
  const named = { ...form, ownerId: survey.ownerId, isMeant: mayReceive };
  const account = await accountNamed(store, pageRequest, named);
  if (typeof account === "string")
    return render(store, pageRequest, survey, { typed: form, problem: account });
  return handOverTo(store, pageRequest, survey, { ...account, keeps: form.keeps });
}

/** A team of the user gets the survey at once; a person is asked first, and so is no one who hands it to themselves. */
async function handOverTo(
  store: Store,
  pageRequest: UserRequest,
  survey: SurveyForUser,
  { accountId, kind, name, keeps: given }: Account & { readonly keeps: string },
): Promise<Response> {
  const { id: userId, nickname } = pageRequest.session.user;
  const keeps = shareRoles.find((role) => role === given);
  const surveyId = survey.id;
  if (kind === "user" && accountId !== userId) {
    const to = { id: accountId, username: name };
    const actor = { ...actorOf(pageRequest), userId };
    await store.write(offerSurvey, { surveyId, title: survey.title, to, keeps, actor, offeredBy: nickname });
    return redirectTo(surveyAddress(surveyId, "/share/people"));
  }
  const handing = { surveyId, from: survey.ownerId, to: accountId, name, userId, keeps };
  if (!(await store.write(handOverSurvey, { ...handing, ...changeBy(store, pageRequest) }))) throw notFound();
  return redirectTo("/surveys?notice=handed_over");
}

async function withdraw(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const { id: surveyId } = await surveyForUser(store, pageRequest, "own");
  await store.write(endOffer, { surveyId, actor: actorOf(pageRequest), isDeclined: false });
  return redirectTo(surveyAddress(surveyId, "/share/people"));
}

/** The offer that a request is about, for whom it is made. @throws `PageError` `not_found` */
async function offerOf(store: Store, pageRequest: UserRequest) {
  const surveyId = numberInPath(pageRequest, "id");
  const offer = await findOfferTo(store.reader, { surveyId, userId: pageRequest.session.user.id });
  if (offer === undefined) throw notFound();
  return offer;
}

async function showOffer(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, signedIn } = pageRequest;
  const offer = await offerOf(store, pageRequest);
  const address = `/surveys/offers/${offer.surveyId}`;
  return renderPage(<OfferPage {...{ language, signedIn, offer }} path={address} />, { status: 200 });
}

async function decide(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { decision } = await readOwnForm(pageRequest, ["decision"]);
  const { surveyId } = await offerOf(store, pageRequest);
  const { actor, outbox } = changeBy(store, pageRequest);
  if (decision === "decline") {
    await store.write(endOffer, { surveyId, actor, isDeclined: true });
    return redirectTo("/surveys");
  }
  if (decision !== "accept") throw new PageError("invalid_argument", { status: 400, detail: "decision" });
  const accepting = { surveyId, actor: { ...actor, userId: pageRequest.session.user.id }, outbox };
  if (!(await store.write(acceptOffer, accepting))) throw notFound();
  return redirectTo(surveyAddress(surveyId));
}

async function render(
  store: Store,
  pageRequest: UserRequest,
  survey: SurveyForUser,
  shown: Pick<HandOverPageProps, "typed" | "problem">,
): Promise<Response> {
  const { language, signedIn } = pageRequest;
  const teams = await teamsOf(store, pageRequest);
  return renderPage(
    <HandOverPage
      {...{ language, signedIn, survey, ...shown }}
      path={surveyAddress(survey.id, "/hand-over")}
      teams={teams.filter((team) => mayReceive(team) && team.id !== survey.ownerId)}
    />,
    { status: shown.problem === undefined ? 200 : 400 },
  );
}
