import { hashToken, makeRandomId } from "../../model/token.ts";
import { plainName } from "../../pages/components/display-name.tsx";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { User } from "../../model/user.ts";
import type { Store } from "../../store/store.ts";
import {
  setUserDisabled,
  countAdministrators,
  setAdministrator,
  type UserChangeOutcome,
} from "../../store/people/user-administration.ts";
import { decisionPages, type Decision } from "./decision.tsx";
import { showLink } from "./link-page.tsx";
import { listSearchOf, pageOf, propsOf } from "./list-request.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";
import type { AdministrationTexts } from "./texts/en.ts";
import { userAddress, UserListPage, userListPath as listPath, UserPage } from "./users-page.tsx";
import { findAccountOrigin } from "../../store/people/third-party-account-table.ts";
import { listUsers } from "../../store/people/administration-lists.ts";
import { findSecondFactor, resetSecondFactor } from "../../store/people/second-factor-table.ts";
import { listPasskeys } from "../../store/people/passkey-table.ts";
import { countIssued } from "../../store/tokens/revoke-issued.ts";
import { enabledApplicationsOf } from "../../store/applications/application-state.ts";
import { countWebhooksOf } from "../../store/webhooks/webhook-rights.ts";
import { createPasswordLink } from "../../store/people/password-link-table.ts";

const userPath = `${listPath}/:username`;

/** The pages on which administrators find users, disable and enable them, and help those who lost access. */
export function userPages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: listPath,
      access: "administrator",
      handle: (pageRequest) => showUsers(store, pageRequest),
    },
    {
      method: "GET",
      path: userPath,
      access: "administrator",
      handle: (pageRequest) => showUser(store, pageRequest),
    },
    ...disabling(store),
    ...enabling(store),
    ...makingAdministrator(store),
    ...withdrawingAdministration(store),
    ...secondFactorReset(store),
    ...passwordLink(store),
  ];
}

async function showUsers(store: Store, pageRequest: UserRequest): Promise<Response> {
  const search = listSearchOf(pageRequest);
  const page = pageOf(search, await listUsers(store.reader, search));
  return renderPage(<UserListPage {...propsOf(pageRequest)} {...page} />, { status: 200 });
}

/** @throws `PageError` `not_found` */
async function findUser(store: Store, { context }: UserRequest): Promise<User> {
  const user = await store.findUserByUsername(context.req.param("username") ?? "");
  if (user === undefined) throw notFound();
  return user;
}

async function showUser(store: Store, pageRequest: UserRequest): Promise<Response> {
  const user = await findUser(store, pageRequest);
  const { isOn: hasSecondFactor } = await findSecondFactor(store.reader, user.id);
  const { length: passkeys } = await listPasskeys(store.reader, user.id);
  const { sessions, grants } = await countIssued(store.reader, { of: "user", id: user.id });
  const origin = await findAccountOrigin(store.reader, user.id);
  const shown = { ...user, hasSecondFactor, passkeys, sessions, grants, origin };
  return renderPage(<UserPage {...propsOf(pageRequest)} user={shown} />, { status: 200 });
}

type Words = AdministrationTexts["users"];

/** Describes a decision that only makes sense for a user with a password. */
function aboutPassword(
  store: Store,
  describe: (pageRequest: UserRequest) => Promise<Decision>,
): (pageRequest: UserRequest) => Promise<Decision> {
  return async (pageRequest) => {
    const { id } = await findUser(store, pageRequest);
    if ((await findAccountOrigin(store.reader, id)) === undefined) return describe(pageRequest);
    const { users: words } = administrationTextsFor(pageRequest.language);
    throw new PageError("invalid_argument", { status: 409, detail: words.noPassword });
  };
}

/** Describes a decision about the user of the address. */
function aboutUser(
  store: Store,
  title: (words: Words) => string,
  consequences: (words: Words, user: User) => Promise<readonly string[]> | readonly string[],
  isDangerous = true,
): (pageRequest: UserRequest) => Promise<Decision> {
  return async (pageRequest) => {
    const user = await findUser(store, pageRequest);
    const { common, users: words } = administrationTextsFor(pageRequest.language);
    const { username, nickname } = user;
    const name = nickname === username ? username : common.person(username, plainName(nickname));
    const heading = common.decisionAbout(title(words), name);
    const about = userAddress(user.username);
    return {
      title: title(words),
      heading,
      consequences: await consequences(words, user),
      about,
      isDangerous,
    };
  };
}

async function changeOf(store: Store, pageRequest: UserRequest) {
  const { id: userId, username } = await findUser(store, pageRequest);
  return { userId, username, actor: actorOf(pageRequest) };
}

function disabling(store: Store): readonly PageRoute[] {
  return decisionPages({
    path: `${userPath}/disable`,
    describe: aboutUser(
      store,
      (words) => words.disable,
      async (words, { id }) => {
        const { sessions, grants } = await countIssued(store.reader, { of: "user", id });
        const webhooks = words.webhooks(await countWebhooksOf(store.reader, { userId: id }));
        const applications = words.applications((await enabledApplicationsOf(store.reader, id)).length);
        const ended = [words.sessions(sessions), words.grants(grants), webhooks, applications];
        return [words.refused, ...ended, words.notRevived];
      },
    ),
    async apply(pageRequest) {
      const change = { ...(await changeOf(store, pageRequest)), disabled: true };
      refuseLast(pageRequest, await store.write(setUserDisabled, change));
      return undefined;
    },
  });
}

/** @throws `PageError` when the platform would be without an administrator */
function refuseLast({ language }: UserRequest, outcome: UserChangeOutcome): void {
  if (outcome !== "last_administrator") return;
  const { users: words } = administrationTextsFor(language);
  throw new PageError("invalid_argument", { status: 409, detail: words.lastAdministrator });
}

function makingAdministrator(store: Store): readonly PageRoute[] {
  return decisionPages({
    path: `${userPath}/make-administrator`,
    describe: aboutPassword(
      store,
      aboutUser(
        store,
        (words) => words.makeAdministrator,
        async (words) => [words.administers, words.administrators(await countAdministrators(store.reader))],
      ),
    ),
    async apply(pageRequest) {
      await store.write(setAdministrator, { ...(await changeOf(store, pageRequest)), administrator: true });
      return undefined;
    },
  });
}

function withdrawingAdministration(store: Store): readonly PageRoute[] {
  return decisionPages({
    path: `${userPath}/withdraw-administration`,
    describe: aboutUser(
      store,
      (words) => words.withdrawAdministration,
      async (words) => [words.noLonger, words.administrators(await countAdministrators(store.reader))],
    ),
    async apply(pageRequest) {
      const change = { ...(await changeOf(store, pageRequest)), administrator: false };
      refuseLast(pageRequest, await store.write(setAdministrator, change));
      // Who withdraws the own administration may not see the page of the user any more.
      return change.userId === pageRequest.session.user.id ? redirectTo("/account") : undefined;
    },
  });
}

function enabling(store: Store): readonly PageRoute[] {
  return decisionPages({
    path: `${userPath}/enable`,
    describe: aboutUser(
      store,
      (words) => words.enable,
      (words) => [words.enabled],
      false,
    ),
    async apply(pageRequest) {
      await store.write(setUserDisabled, { ...(await changeOf(store, pageRequest)), disabled: false });
      return undefined;
    },
  });
}

function secondFactorReset(store: Store): readonly PageRoute[] {
  return decisionPages({
    path: `${userPath}/second-factor`,
    describe: aboutPassword(
      store,
      aboutUser(
        store,
        (words) => words.resetSecondFactor,
        (words) => [words.factorOff],
      ),
    ),
    async apply(pageRequest) {
      const { actor, ...user } = await changeOf(store, pageRequest);
      await store.write(resetSecondFactor, user, actor);
      return undefined;
    },
  });
}

function passwordLink(store: Store): readonly PageRoute[] {
  return decisionPages({
    path: `${userPath}/password-link`,
    describe: aboutPassword(
      store,
      aboutUser(
        store,
        (words) => words.passwordLink,
        (words) => [words.linkOnce, words.linkEnds],
        false,
      ),
    ),
    async apply(pageRequest) {
      const { actor, ...user } = await changeOf(store, pageRequest);
      const token = makeRandomId();
      if (!(await store.write(createPasswordLink, { ...user, hash: hashToken(token) }, actor)))
        throw notFound();
      const { users: words } = administrationTextsFor(pageRequest.language);
      return showLink(pageRequest, {
        title: words.linkTitle,
        text: words.linkCopy,
        link: `${pageRequest.origin}/reset/${token}`,
        next: userAddress(user.username),
      });
    },
  });
}
