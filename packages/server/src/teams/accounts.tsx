import { DangerPage } from "../pages/danger-page.tsx";
import { notFound } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { numberInPath } from "../session/number-in-path.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { accountNotices, AccountsPage } from "./accounts-page.tsx";
import { managedTeam, pagePropsOf, teamActor, teamAddress, teamPath } from "./team-for-user.ts";
import { idIn } from "../pages/id-in.ts";
import { teamTextsFor } from "./texts/team-texts.ts";
import { searchText } from "../pages/search-text.ts";
import { listThirdPartyAccounts } from "../store/people/third-party-account-table.ts";
import { setAccountDisabled, deleteThirdPartyAccount } from "../store/people/third-party-management.ts";
import { findThirdPartyRespondent } from "../store/people/respondent-session-table.ts";

const perPage = 50;
const path = `${teamPath}/accounts`;

/** The accounts that a team's application registered for its own users. */
export function thirdPartyAccounts(store: Store): readonly PageRoute[] {
  const deletion = { path: `${path}/:user/delete`, access: "user", stepUp: true } as const;
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    {
      method: "POST",
      path: `${path}/:user/state`,
      access: "user",
      handle: (pageRequest) => setState(store, pageRequest),
    },
    {
      ...deletion,
      method: "GET",
      handle: (pageRequest: UserRequest) => ask(store, pageRequest, { status: 200 }),
    },
    { ...deletion, method: "POST", handle: (pageRequest: UserRequest) => remove(store, pageRequest) },
  ];
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path: address, signedIn, timeZone, context } = pageRequest;
  const team = await managedTeam(store, pageRequest);
  const search = searchText(context.req.query("q"));
  const before = idIn(context.req.query("after"));
  const found = await listThirdPartyAccounts(store.reader, {
    teamId: team.id,
    search,
    before,
    limit: perPage + 1,
  });
  const accounts = found.slice(0, perPage);
  const given = context.req.query("notice");
  return renderPage(
    <AccountsPage
      {...{ language, path: address, signedIn, timeZone, team, search, accounts }}
      after={before === undefined ? undefined : String(before)}
      next={found.length > perPage ? String(accounts.at(-1)?.userId) : undefined}
      notice={accountNotices.find((notice) => notice === given)}
    />,
    { status: 200 },
  );
}

async function setState(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { state } = await readOwnForm(pageRequest, ["state"]);
  const team = await managedTeam(store, pageRequest);
  const change = {
    teamId: team.id,
    userId: numberInPath(pageRequest, "user"),
    actor: teamActor(pageRequest),
  };
  const disabled = state === "disabled";
  if (!(await store.write(setAccountDisabled, { ...change, disabled }))) throw notFound();
  return redirectTo(`${teamAddress(team.id, "/accounts")}?notice=${disabled ? "disabled" : "enabled"}`);
}

async function remove(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const team = await managedTeam(store, pageRequest);
  const account = {
    teamId: team.id,
    userId: numberInPath(pageRequest, "user"),
    actor: teamActor(pageRequest),
  };
  const problem = await store.write(deleteThirdPartyAccount, account);
  if (problem === "not_found") throw notFound();
  if (problem !== undefined) return ask(store, pageRequest, { status: 409, isLast: true });
  return redirectTo(`${teamAddress(team.id, "/accounts")}?notice=deleted`);
}

async function ask(
  store: Store,
  pageRequest: UserRequest,
  { status, isLast = false }: { readonly status: number; readonly isLast?: boolean },
): Promise<Response> {
  const team = await managedTeam(store, pageRequest);
  const userId = numberInPath(pageRequest, "user");
  const account = await findThirdPartyRespondent(store.reader, userId);
  if (account !== undefined && account.teamId !== team.id) throw notFound();
  const { accounts: words } = teamTextsFor(pageRequest.language);
  const address = teamAddress(team.id, `/accounts/${userId}/delete`);
  return renderPage(
    <DangerPage
      {...pagePropsOf(pageRequest, address)}
      title={words.deleteTitle}
      heading={words.deleteTitle}
      consequences={Object.values(words.consequences)}
      submit={words.delete}
      cancelPath={teamAddress(team.id, "/accounts")}
      problem={isLast ? words.lastCreator : undefined}
    />,
    { status },
  );
}
