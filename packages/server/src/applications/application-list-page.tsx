import type { JSX } from "hono/jsx/jsx-runtime";
import { ApplicationState } from "../credentials/application-state.tsx";
import { DisplayName } from "../pages/components/display-name.tsx";
import { DataTable, EmptyState, Pager, Search } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import type { ListedApplication } from "../store/applications/application-for-user-table.ts";
import { addressOf } from "./application-for-user.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";

/** What has just happened. */
export const listNotices = ["deleted", "imported"] as const;

/** What the page shows. */
export type ApplicationListPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly timeZone: string;
  readonly search: string;
  readonly after: string | undefined;
  readonly next: string | undefined;
  readonly applications: readonly ListedApplication[];
  readonly notice?: (typeof listNotices)[number] | undefined;
};

/** The applications of a user. */
export function ApplicationListPage(props: ApplicationListPageProps): JSX.Element {
  const { language, path, signedIn, search, after, next, applications, notice } = props;
  const { list } = consoleTextsFor(language);
  const isEmpty = applications.length === 0 && search === "" && after === undefined;
  return (
    <Layout language={language} path={path} title={list.title} signedIn={signedIn} wide>
      <h1>{list.title}</h1>
      {notice === undefined ? null : (
        <Notice tone="success" role="status">
          {list.notices[notice]}
        </Notice>
      )}
      <p class="lead">{list.lead}</p>
      {isEmpty ? null : <Search language={language} path="/console" label={list.search} value={search} />}
      {applications.length === 0 ? <Nothing {...props} /> : <Table {...props} />}
      <Pager language={language} path="/console" parameters={{ q: search }} after={after} next={next} />
      <div class="actions">
        <a class="button button-primary" href="/console/new">
          {list.register}
        </a>
        <a class="button button-quiet" href="/console/transfer">
          {list.transfer}
        </a>
      </div>
    </Layout>
  );
}

function Nothing({ language, search }: ApplicationListPageProps): JSX.Element {
  const { list } = consoleTextsFor(language);
  return search === "" ? (
    <EmptyState title={list.emptyTitle}>
      <p>{list.emptyText}</p>
    </EmptyState>
  ) : (
    <EmptyState title={list.noMatchTitle}>
      <p>{list.noMatchText}</p>
    </EmptyState>
  );
}

function Table({ language, timeZone, applications }: ApplicationListPageProps): JSX.Element {
  const { list } = consoleTextsFor(language);
  return (
    <DataTable
      caption={list.caption}
      rows={applications}
      columns={[
        {
          header: list.name,
          isRowHeader: true,
          cell: ({ appid, name }) => (
            <a href={addressOf(appid)}>
              <DisplayName name={name} />
            </a>
          ),
        },
        { header: list.appid, cell: ({ appid }) => <code>{appid}</code> },
        { header: list.state, cell: (row) => <ApplicationState language={language} application={row} /> },
        {
          header: list.created,
          cell: ({ createdAt }) => <Moment at={createdAt} timeZone={timeZone} language={language} />,
        },
      ]}
    />
  );
}
