import { shareRoles, type ShareRole } from "@survey-open-platform/surveys";
import { idIn } from "../../pages/id-in.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { endShare, shareSurvey } from "../../store/surveys/share-survey.ts";
import { findOfferOf } from "../../store/surveys/survey-offer-table.ts";
import { listShares } from "../../store/surveys/survey-share-table.ts";
import { type Account, accountNamed, teamsOf } from "./account-named.ts";
import { PeoplePage, type PeoplePageProps, type PeopleProblem } from "./people-page.tsx";

const path = `${surveyPath}/share/people`;
/** The page with whom a survey is shared, for those who may decide it. */
export function surveyPeople(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => change(store, pageRequest) },
  ];
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "share");
  const given = pageRequest.context.req.query("notice");
  const notice = given === "shared" || given === "ended" ? given : undefined;
  return render(store, pageRequest, { survey, notice });
}

type Form = Readonly<Record<"do" | "person" | "team" | "account" | "role", string>>;

async function change(store: Store, pageRequest: UserRequest): Promise<Response> {
  const form = await readOwnForm(pageRequest, ["do", "person", "team", "account", "role"]);
  const survey = await surveyForUser(store, pageRequest, "share");
  if (form.do === "end") return end(store, pageRequest, survey, form);
  const role = roleIn(form.role);
  const account =
    form.do === "add"
      ? await accountNamed(store, pageRequest, { ...form, ownerId: survey.ownerId })
      : await accountShared(store, survey, form);
  const problem =
    typeof account === "string" ? account : await share(store, pageRequest, { survey, role, ...account });
  if (problem !== undefined) return render(store, pageRequest, { survey, typed: form, problem });
  return redirectTo(`${surveyAddress(survey.id, "/share/people")}?notice=shared`);
}

/** @throws `PageError` `invalid_argument` */
function roleIn(text: string): ShareRole {
  const role = shareRoles.find((one) => one === text);
  if (role === undefined) throw new PageError("invalid_argument", { status: 400, detail: "role" });
  return role;
}

async function accountShared(store: Store, { id }: SurveyForUser, { account }: Form): Promise<Account> {
  const shares = await listShares(store.reader, id);
  const known = shares.find(({ accountId }) => accountId === idIn(account));
  if (known === undefined) throw notFound();
  return { accountId: known.accountId, kind: known.kind, name: known.username ?? known.name };
}

type Shared = Account & { readonly survey: SurveyForUser; readonly role: ShareRole };

async function share(
  store: Store,
  pageRequest: UserRequest,
  { survey, ...shared }: Shared,
): Promise<PeopleProblem | undefined> {
  const { id: surveyId, title } = survey;
  const by = { actor: actorOf(pageRequest), sharedBy: pageRequest.session.user.nickname };
  return (await store.write(shareSurvey, { surveyId, title, ...shared, ...by })) ? undefined : "many";
}

async function end(
  store: Store,
  pageRequest: UserRequest,
  { id: surveyId }: SurveyForUser,
  { account }: Form,
): Promise<Response> {
  const accountId = idIn(account) ?? 0;
  if (!(await store.write(endShare, { surveyId, accountId, actor: actorOf(pageRequest) }))) throw notFound();
  // Who removed themselves may not see the page any more.
  if (accountId === pageRequest.session.user.id) return redirectTo("/surveys");
  return redirectTo(`${surveyAddress(surveyId, "/share/people")}?notice=ended`);
}

async function render(
  store: Store,
  pageRequest: UserRequest,
  { survey, ...shown }: Pick<PeoplePageProps, "survey" | "typed" | "problem" | "notice">,
): Promise<Response> {
  const { language, signedIn, timeZone } = pageRequest;
  const teams = await teamsOf(store, pageRequest);
  return renderPage(
    <PeoplePage
      {...{ language, signedIn, timeZone, survey, ...shown }}
      path={surveyAddress(survey.id, "/share/people")}
      shares={await listShares(store.reader, survey.id)}
      offer={await findOfferOf(store.reader, survey.id)}
      teams={teams.filter(({ id }) => id !== survey.ownerId)}
    />,
    { status: shown.problem === undefined ? 200 : 400 },
  );
}
