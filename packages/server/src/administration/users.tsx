import { hashToken, makeRandomId } from "../model/token.ts";
import { Copyable } from "../pages/components/copyable.tsx";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { DisplayName } from "../pages/components/display-name.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { notFound, PageError } from "../pages/page-error.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserVisit } from "../session/visit.ts";
import type { User } from "../model/user.ts";
import type { Store } from "../store/store.ts";
import { AdministrationFrame, AdministrationListPage } from "./administration-frame.tsx";
import { decisionPages, type Decision } from "./decision.tsx";
import { listSearchOf, pageOf, propsOf } from "./list-request.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";
import type { AdministrationTexts } from "./texts/en.ts";

const listPath = "/admin/users";
const userPath = `${listPath}/:username`;

/** The pages on which administrators find users, disable and enable them, and help those who lost access. */
export function userPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path: listPath, access: "administrator", handle: (visit) => showUsers(store, visit) },
    { method: "GET", path: userPath, access: "administrator", handle: (visit) => showUser(store, visit) },
    ...disabling(store),
    ...enabling(store),
    ...secondFactorReset(store),
    ...passwordLink(store),
  ];
}

async function showUsers(store: Store, visit: UserVisit): Promise<Response> {
  const props = propsOf(visit);
  const { users, common } = administrationTextsFor(props.language);
  const search = listSearchOf(visit);
  return renderPage(
    <AdministrationListPage
      {...props}
      {...pageOf(search, await store.listUsers(search))}
      title={common.users}
      searchLabel={users.search}
      empty={{ title: users.empty, text: users.emptyText }}
      listPath={listPath}
      columns={[
        {
          header: users.username,
          isRowHeader: true,
          cell: ({ username }) => <a href={addressOf(username)}>{username}</a>,
        },
        { header: users.nickname, cell: ({ nickname }) => <DisplayName name={nickname} /> },
        { header: common.state, cell: (user) => <UserState user={user} language={props.language} /> },
        {
          header: common.created,
          cell: ({ createdAt }) => (
            <Moment at={createdAt} timeZone={props.timeZone} language={props.language} />
          ),
        },
      ]}
    />,
    { status: 200 },
  );
}

function addressOf(username: string): string {
  return `${listPath}/${encodeURIComponent(username)}`;
}

type StateProps = Pick<UserVisit, "language"> & {
  readonly user: { readonly disabled: boolean | 0 | 1; readonly administrator: boolean | 0 | 1 };
};

function UserState({ user, language }: StateProps) {
  const { users, common } = administrationTextsFor(language);
  const [disabled, administrator] = [Boolean(user.disabled), Boolean(user.administrator)];
  return (
    <>
      <span class={`badge ${disabled ? "badge-warning" : "badge-success"}`}>
        {disabled ? common.disabled : common.active}
      </span>
      {administrator ? ` ${users.administrator}` : null}
    </>
  );
}

/** @throws `PageError` `not_found` */
async function findUser(store: Store, { context }: UserVisit): Promise<User> {
  const user = await store.findUserByUsername(context.req.param("username") ?? "");
  if (user === undefined) throw notFound();
  return user;
}

async function showUser(store: Store, visit: UserVisit): Promise<Response> {
  const props = propsOf(visit);
  const user = await findUser(store, visit);
  const { users, common } = administrationTextsFor(props.language);
  const address = addressOf(user.username);
  return renderPage(
    <AdministrationFrame {...props} title={user.username}>
      <DefinitionList
        items={[
          { term: users.nickname, details: <DisplayName name={user.nickname} /> },
          { term: common.state, details: <UserState user={user} language={props.language} /> },
        ]}
      />
      <ul class="bullets">
        <li>
          <a href={`${address}/${user.disabled ? "enable" : "disable"}`}>
            {user.disabled ? users.enable : users.disable}
          </a>
        </li>
        <li>
          <a href={`${address}/second-factor`}>{users.resetSecondFactor}</a>
        </li>
        {user.disabled ? null : (
          <li>
            <a href={`${address}/password-link`}>{users.passwordLink}</a>
          </li>
        )}
      </ul>
    </AdministrationFrame>,
    { status: 200 },
  );
}

type Words = AdministrationTexts["users"];

/** Describes a decision about the user of the address. */
function aboutUser(
  store: Store,
  title: (words: Words) => string,
  consequences: (words: Words, user: User) => Promise<readonly string[]> | readonly string[],
): (visit: UserVisit) => Promise<Decision> {
  return async (visit) => {
    const user = await findUser(store, visit);
    const { users: words } = administrationTextsFor(visit.language);
    const heading = `${title(words)}: ${user.username}`;
    const about = addressOf(user.username);
    return { title: title(words), heading, consequences: await consequences(words, user), about };
  };
}

async function changeOf(store: Store, visit: UserVisit) {
  const { id: userId, username } = await findUser(store, visit);
  return { userId, username, actor: actorOf(visit) };
}

function disabling(store: Store): readonly PageRoute[] {
  return decisionPages({
    path: `${userPath}/disable`,
    describe: aboutUser(
      store,
      (words) => words.disable,
      async (words, { id }) => {
        const { sessions, grants } = await store.countIssuedTo(id);
        return [words.refused, words.sessions(sessions), words.grants(grants), words.notRevived];
      },
    ),
    async apply(visit) {
      const outcome = await store.setUserDisabled({ ...(await changeOf(store, visit)), disabled: true });
      if (outcome !== "last_administrator") return undefined;
      const { users: words } = administrationTextsFor(visit.language);
      throw new PageError("invalid_argument", { status: 409, detail: words.lastAdministrator });
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
    ),
    async apply(visit) {
      await store.setUserDisabled({ ...(await changeOf(store, visit)), disabled: false });
      return undefined;
    },
  });
}

function secondFactorReset(store: Store): readonly PageRoute[] {
  return decisionPages({
    path: `${userPath}/second-factor`,
    describe: aboutUser(
      store,
      (words) => words.resetSecondFactor,
      (words) => [words.factorOff],
    ),
    async apply(visit) {
      const { actor, ...user } = await changeOf(store, visit);
      await store.resetSecondFactor(user, actor);
      return undefined;
    },
  });
}

function passwordLink(store: Store): readonly PageRoute[] {
  return decisionPages({
    path: `${userPath}/password-link`,
    describe: aboutUser(
      store,
      (words) => words.passwordLink,
      (words) => [words.linkOnce, words.linkEnds],
    ),
    async apply(visit) {
      const { actor, ...user } = await changeOf(store, visit);
      const token = makeRandomId();
      if (!(await store.createPasswordLink({ ...user, hash: hashToken(token) }, actor))) throw notFound();
      const { users: words } = administrationTextsFor(visit.language);
      return showLink(visit, {
        title: words.linkTitle,
        text: words.linkCopy,
        link: `${visit.origin}/reset/${token}`,
      });
    },
  });
}

/** A link, once: it is the response to the form, because it is kept nowhere. */
export function showLink(
  visit: UserVisit,
  { title, text, link }: { readonly title: string; readonly text: string; readonly link: string },
): Response {
  const { isDone: _isDone, ...props } = propsOf(visit);
  return renderPage(
    <AdministrationFrame {...props} title={title}>
      <Notice tone="warning" role="status">
        {text}
      </Notice>
      <p>
        <Copyable value={link} />
      </p>
    </AdministrationFrame>,
    { status: 200 },
  );
}
