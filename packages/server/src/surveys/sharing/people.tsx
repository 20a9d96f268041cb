import { isStorable, shareRoles, type ShareRole } from "@survey-open-platform/surveys";
import { PlatformError } from "../../errors.ts";
import { idIn } from "../../pages/id-in.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { RateLimit } from "../../store/installation/policy.ts";
import { rateLimitKey } from "../../store/installation/rate-limit-table.ts";
import type { Store } from "../../store/store.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { endShare, findPerson, shareSurvey } from "../../store/surveys/share-survey.ts";
import { listShares } from "../../store/surveys/survey-share-table.ts";
import { listTeamsForUser } from "../../store/teams/team-table.ts";
import { PeoplePage, type PeoplePageProps, type PeopleProblem } from "./people-page.tsx";

const path = `${surveyPath}/share/people`;
/** Most teams of a user that the page offers. */
const offeredTeams = 100;
/** People that a user may look up: the answer says who has an account. */
const lookUps: RateLimit = { perMinute: 2, burst: 20 };

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
      ? await accountToAdd(store, pageRequest, survey, form)
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

/** Whom a survey is shared with, and how the audit log names them. */
interface Account {
  readonly accountId: number;
  readonly name: string;
}

async function accountShared(store: Store, { id }: SurveyForUser, { account }: Form): Promise<Account> {
  const shares = await listShares(store.reader, id);
  const known = shares.find(({ accountId }) => accountId === idIn(account));
  if (known === undefined) throw notFound();
  return { accountId: known.accountId, name: known.username ?? known.name };
}

async function accountToAdd(
  store: Store,
  pageRequest: UserRequest,
  { ownerId }: SurveyForUser,
  { person, team }: Form,
): Promise<Account | PeopleProblem> {
  const named = person.trim();
  if (named === "" && team === "") return "nothing";
  const account =
    named === "" ? await teamToAdd(store, pageRequest, team) : await personNamed(store, pageRequest, named);
  if (account === undefined) return "unknown";
  return account.accountId === ownerId ? "owner" : account;
}

async function teamToAdd(store: Store, pageRequest: UserRequest, id: string): Promise<Account> {
  const team = (await teamsOf(store, pageRequest)).find((one) => one.id === idIn(id));
  if (team === undefined) throw notFound();
  return { accountId: team.id, name: team.name };
}

/** @throws `PlatformError` `request_rate_limited` */
async function personNamed(
  store: Store,
  { session }: UserRequest,
  named: string,
): Promise<Account | undefined> {
  const key = rateLimitKey("people-looked-up", String(session.user.id));
  const refusal = await store.consumeTokens([{ key, limit: lookUps }]);
  if (refusal?.retryAfterSeconds !== undefined)
    throw new PlatformError("request_rate_limited", { retryAfterSeconds: refusal.retryAfterSeconds });
  const found = isStorable(named) ? await findPerson(store.reader, named) : undefined;
  return found && { accountId: found.id, name: found.username };
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

function teamsOf(store: Store, { session }: UserRequest) {
  const search = { userId: session.user.id, search: "", before: undefined, limit: offeredTeams };
  return listTeamsForUser(store.reader, search);
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
      teams={teams.filter(({ id }) => id !== survey.ownerId)}
    />,
    { status: shown.problem === undefined ? 200 : 400 },
  );
}
