import type { JSX } from "hono/jsx/jsx-runtime";
import type { User } from "../../model/user.ts";
import { DefinitionList } from "../../pages/components/definition-list.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import type { ListedUser } from "../../store/people/administration-lists.ts";
import type { AccountOrigin } from "../../store/people/third-party-account-table.ts";
import {
  AdministrationFrame,
  AdministrationListPage,
  type AdministrationProps,
  type ListPage,
} from "./administration-frame.tsx";
import { DecisionLinks } from "./decision-links.tsx";
import { StateBadge } from "./state-badge.tsx";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** Where all users are listed. */
export const userListPath = "/admin/users";

/** The page of one user. */
export function userAddress(username: string): string {
  return `${userListPath}/${encodeURIComponent(username)}`;
}

/** The users of the platform. */
export function UserListPage(props: AdministrationProps & ListPage<ListedUser>): JSX.Element {
  const { language, timeZone } = props;
  const { users: words, common } = administrationTextsFor(language);
  return (
    <AdministrationListPage
      {...props}
      title={common.users}
      searchLabel={words.search}
      empty={{ title: words.empty, text: words.emptyText }}
      listPath={userListPath}
      columns={[
        {
          header: words.username,
          isRowHeader: true,
          cell: ({ username }) => <a href={userAddress(username)}>{username}</a>,
        },
        { header: words.nickname, cell: ({ nickname }) => <DisplayName name={nickname} /> },
        {
          header: words.origin,
          cell: ({ openid, appid }) =>
            openid === null || appid === null ? "" : words.ofApplication(openid, appid),
        },
        {
          header: common.state,
          cell: ({ disabled, administrator }) => (
            <UserState language={language} disabled={disabled === 1} administrator={administrator === 1} />
          ),
        },
        {
          header: common.created,
          cell: ({ createdAt }) => <Moment at={createdAt} timeZone={timeZone} language={language} />,
        },
      ]}
    />
  );
}

type StateProps = Pick<AdministrationProps, "language"> & Pick<User, "disabled" | "administrator">;

function UserState({ language, disabled, administrator }: StateProps) {
  const { users: words } = administrationTextsFor(language);
  return (
    <>
      <StateBadge language={language} disabled={disabled} />
      {administrator ? ` ${words.administrator}` : null}
    </>
  );
}

/** A user, and what acts for them. */
export interface UserView extends User {
  readonly hasSecondFactor: boolean;
  readonly passkeys: number;
  readonly sessions: number;
  readonly grants: number;
  readonly origin: AccountOrigin | undefined;
}

/** One user, and what an administrator can do for them. */
export function UserPage({ user, ...props }: AdministrationProps & { readonly user: UserView }): JSX.Element {
  const { language } = props;
  const { users: words, common } = administrationTextsFor(language);
  const { username, nickname, hasSecondFactor, passkeys, sessions, grants, origin } = user;
  const labels: Readonly<Record<UserDecision, string>> = {
    disable: words.disable,
    enable: words.enable,
    "make-administrator": words.makeAdministrator,
    "withdraw-administration": words.withdrawAdministration,
    "second-factor": words.resetSecondFactor,
    "password-link": words.passwordLink,
  };
  return (
    <AdministrationFrame {...props} title={username}>
      <div class="card">
        <DefinitionList
          items={[
            { term: words.nickname, details: <DisplayName name={nickname} /> },
            ...(origin === undefined ? [] : originItems(origin, language)),
            { term: common.state, details: <UserState {...user} language={language} /> },
            ...(origin === undefined
              ? [
                  { term: words.secondFactor, details: hasSecondFactor ? words.on : words.off },
                  { term: words.passkeys, details: String(passkeys) },
                ]
              : []),
            { term: words.openSessions, details: String(sessions) },
            { term: words.openGrants, details: String(grants) },
          ]}
        />
      </div>
      <DecisionLinks
        links={decisionsAbout(user).map((decision) => ({
          href: `${userAddress(username)}/${decision}`,
          label: labels[decision],
        }))}
      />
    </AdministrationFrame>
  );
}

type UserDecision =
  | "disable"
  | "enable"
  | "make-administrator"
  | "withdraw-administration"
  | "second-factor"
  | "password-link";

/** An account of an application's own user has neither password nor second factor. */
function decisionsAbout({ disabled, administrator, origin }: UserView): readonly UserDecision[] {
  const state: readonly UserDecision[] = [disabled ? "enable" : "disable"];
  if (origin !== undefined) return state;
  const role = administrator ? "withdraw-administration" : "make-administrator";
  return [...state, role, "second-factor", ...(disabled ? [] : (["password-link"] as const))];
}

/** Such an account has no password: its application signs its user in. */
function originItems({ openid, appid }: AccountOrigin, language: AdministrationProps["language"]) {
  const { users: words } = administrationTextsFor(language);
  return [
    { term: words.openid, details: <DisplayName name={openid} /> },
    {
      term: words.application,
      details: <a href={`/admin/applications/${encodeURIComponent(appid)}`}>{appid}</a>,
    },
  ];
}
