import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../pages/components/display-name.tsx";
import { DataTable, EmptyState, Pager, Search } from "../pages/components/list.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { teamRoleName } from "../pages/texts/texts.ts";
import type { TeamForUser } from "../store/teams/team-table.ts";
import { teamAddress } from "./team-for-user.ts";
import { PlanBadge } from "./plan-badge.tsx";
import { teamTextsFor } from "./texts/team-texts.ts";

/** What has just happened. */
export const teamListNotices = ["left", "deleted"] as const;

/** What the page shows. */
export type TeamListPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly search: string;
  readonly after: string | undefined;
  readonly next: string | undefined;
  readonly teams: readonly TeamForUser[];
  readonly mayCreate: boolean;
  readonly notice?: (typeof teamListNotices)[number] | undefined;
};

/** The teams of a user. */
export function TeamListPage(props: TeamListPageProps): JSX.Element {
  const { language, path, signedIn, search, after, next, teams, mayCreate, notice } = props;
  const { list: words } = teamTextsFor(language);
  const isEmpty = teams.length === 0 && search === "" && after === undefined;
  return (
    <Layout language={language} path={path} title={words.title} signedIn={signedIn} wide>
      <h1>{words.title}</h1>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {words.notices[notice]}
        </Notice>
      )}
      <p class="lead">{words.lead}</p>
      {isEmpty ? null : <Search language={language} path="/teams" label={words.search} value={search} />}
      {teams.length === 0 ? <Nothing {...props} /> : <Table {...props} />}
      <Pager language={language} path="/teams" parameters={{ q: search }} after={after} next={next} />
      {mayCreate ? (
        <p>
          <a class="button button-primary" href="/teams/new">
            {words.create}
          </a>
        </p>
      ) : null}
    </Layout>
  );
}

function Nothing({ language, search, mayCreate }: TeamListPageProps): JSX.Element {
  const { list: words } = teamTextsFor(language);
  return search === "" ? (
    <EmptyState title={words.emptyTitle}>
      <p>{words.emptyText[mayCreate ? "users" : "administrators"]}</p>
    </EmptyState>
  ) : (
    <EmptyState title={words.noMatchTitle}>
      <p>{words.noMatchText}</p>
    </EmptyState>
  );
}

function Table({ language, teams }: TeamListPageProps): JSX.Element {
  const { list: words } = teamTextsFor(language);
  return (
    <DataTable
      caption={words.caption}
      rows={teams}
      columns={[
        {
          header: words.name,
          isRowHeader: true,
          cell: ({ id, name }) => (
            <a href={teamAddress(id)}>
              <DisplayName name={name} />
            </a>
          ),
        },
        { header: words.role, cell: ({ role }) => teamRoleName(role, language) },
        { header: words.plan, cell: ({ plan }) => <PlanBadge language={language} plan={plan} /> },
        { header: words.id, cell: ({ id }) => <code>{id}</code> },
      ]}
    />
  );
}
