import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { DisplayName } from "../pages/components/display-name.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { DataTable, EmptyState, Pager, Search } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { Notice } from "../pages/components/notice.tsx";
import type { ListedThirdPartyAccount } from "../store/people/third-party-account-table.ts";
import { teamAddress } from "./team-for-user.ts";
import { TeamFrame, type TeamPageProps } from "./team-frame.tsx";
import { teamTextsFor } from "./texts/team-texts.ts";

/** What has just happened. */
export const accountNotices = ["disabled", "enabled", "deleted"] as const;

/** What the page shows. */
export type AccountsPageProps = TeamPageProps & {
  readonly timeZone: string;
  readonly search: string;
  readonly after: string | undefined;
  readonly next: string | undefined;
  readonly accounts: readonly ListedThirdPartyAccount[];
  readonly notice?: (typeof accountNotices)[number] | undefined;
};

/** The accounts that a team's application registered. */
export function AccountsPage(props: AccountsPageProps): JSX.Element {
  const { language, team, search, after, next, accounts, notice } = props;
  const { accounts: words } = teamTextsFor(language);
  const path = teamAddress(team.id, "/accounts");
  return (
    <TeamFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <Search language={language} path={path} label={words.search} value={search} />
      {accounts.length === 0 ? (
        <EmptyState title={words.noneTitle}>
          <p>{words.noneText}</p>
        </EmptyState>
      ) : (
        <AccountTable {...props} />
      )}
      <Pager language={language} path={path} parameters={{ q: search }} after={after} next={next} />
    </TeamFrame>
  );
}

function AccountTable(props: AccountsPageProps): JSX.Element {
  const { language, timeZone, accounts } = props;
  const { accounts: words } = teamTextsFor(language);
  return (
    <DataTable
      caption={words.caption}
      rows={accounts}
      columns={[
        {
          header: words.name,
          isRowHeader: true,
          cell: (row) => (
            <>
              <DisplayName name={row.nickname} />
              {row.disabled ? ` (${words.disabled})` : null}
            </>
          ),
        },
        { header: "openid", cell: (row) => <code>{row.openid}</code> },
        { header: words.id, cell: (row) => String(row.userId) },
        {
          header: words.created,
          cell: (row) => <Moment language={language} timeZone={timeZone} at={row.createdAt} />,
        },
        { header: words.action, cell: (row) => <AccountActions {...props} account={row} /> },
      ]}
    />
  );
}

function AccountActions({
  language,
  team,
  signedIn,
  account,
}: AccountsPageProps & { readonly account: ListedThirdPartyAccount }): JSX.Element {
  const { accounts: words } = teamTextsFor(language);
  const address = teamAddress(team.id, `/accounts/${account.userId}`);
  return (
    <div class="actions">
      <form method="post" action={`${address}/state`}>
        <HiddenFields values={{ csrf: signedIn.csrf, state: account.disabled ? "enabled" : "disabled" }} />
        <Button kind="quiet">
          {account.disabled ? words.enable : words.disable}
          <span class="visually-hidden">{words.of(account.nickname)}</span>
        </Button>
      </form>
      <a class="button button-quiet" href={`${address}/delete`}>
        {words.delete}
        <span class="visually-hidden">{words.of(account.nickname)}</span>
      </a>
    </div>
  );
}
