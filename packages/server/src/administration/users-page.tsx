import type { JSX } from "hono/jsx/jsx-runtime";
import type { User } from "../model/user.ts";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { DisplayName } from "../pages/components/display-name.tsx";
import { Moment } from "../pages/components/moment.tsx";
import type { ListedUser } from "../store/administration-lists.ts";
import {
  AdministrationFrame,
  AdministrationListPage,
  type AdministrationProps,
  type ListPage,
} from "./administration-frame.tsx";
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
export interface ShownUser extends User {
  readonly hasSecondFactor: boolean;
  readonly passkeys: number;
  readonly sessions: number;
  readonly grants: number;
}

/** One user, and what an administrator can do for them. */
export function UserPage({
  user,
  ...props
}: AdministrationProps & { readonly user: ShownUser }): JSX.Element {
  const { language } = props;
  const { users: words, common } = administrationTextsFor(language);
  const { username, nickname, disabled, hasSecondFactor, passkeys, sessions, grants } = user;
  const address = userAddress(username);
  return (
    <AdministrationFrame {...props} title={username}>
      <DefinitionList
        items={[
          { term: words.nickname, details: <DisplayName name={nickname} /> },
          { term: common.state, details: <UserState {...user} language={language} /> },
          { term: words.secondFactor, details: hasSecondFactor ? words.on : words.off },
          { term: words.passkeys, details: String(passkeys) },
          { term: words.openSessions, details: String(sessions) },
          { term: words.openGrants, details: String(grants) },
        ]}
      />
      <ul class="bullets">
        <li>
          <a href={`${address}/${disabled ? "enable" : "disable"}`}>
            {disabled ? words.enable : words.disable}
          </a>
        </li>
        <li>
          <a href={`${address}/second-factor`}>{words.resetSecondFactor}</a>
        </li>
        {disabled ? null : (
          <li>
            <a href={`${address}/password-link`}>{words.passwordLink}</a>
          </li>
        )}
      </ul>
    </AdministrationFrame>
  );
}
