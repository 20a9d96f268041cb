import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { DataTable, EmptyState, Pager, Search } from "../../pages/components/list.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import type { ListedSession } from "../../store/people/session-list.ts";
import { AccountLayout, type AccountPageProps } from "./account-layout.tsx";
import { deviceName } from "./search-sessions.ts";
import { accountTextsFor } from "./texts/account-texts.ts";

/** What the page needs. */
export type SessionsPageProps = AccountPageProps & {
  /** Those of this page. */
  readonly sessions: readonly ListedSession[];
  /** How many there are, whatever is searched for. */
  readonly total: number;
  readonly search: string;
  readonly after: string | undefined;
  readonly next: string | undefined;
  /** The hash of the session of this browser. */
  readonly current: string;
  readonly timeZone: string;
};

/** The browsers in which the user is signed in. */
export function SessionsPage(props: SessionsPageProps): JSX.Element {
  const { language, path, sessions, total, search, after, next } = props;
  const { sessions: words } = accountTextsFor(language);
  return (
    <AccountLayout {...props} title={words.title} wide>
      <p class="lead">{words.lead}</p>
      <Search language={language} path={path} label={words.search} value={search} />
      {sessions.length === 0 ? (
        <EmptyState title={words.noMatchTitle}>
          <p>{words.noMatchText}</p>
        </EmptyState>
      ) : (
        <SessionTable {...props} />
      )}
      <Pager language={language} path={path} parameters={{ q: search }} after={after} next={next} />
      {total > 1 ? <EndOthers {...props} /> : null}
    </AccountLayout>
  );
}

function SessionTable(props: SessionsPageProps): JSX.Element {
  const { language, sessions, timeZone } = props;
  const { sessions: words } = accountTextsFor(language);
  const moment = (at: number) => <Moment at={at} timeZone={timeZone} language={language} />;
  return (
    <DataTable
      caption={words.title}
      rows={sessions}
      columns={[
        { header: words.device, cell: (row) => <Device {...props} session={row} />, isRowHeader: true },
        {
          header: words.network,
          cell: ({ network }) =>
            network === "" ? words.unknown : <span class="network-address">{network}</span>,
        },
        { header: words.lastSeen, cell: ({ lastSeenAt }) => moment(lastSeenAt) },
        { header: words.signedInAt, cell: ({ createdAt }) => moment(createdAt) },
        { header: words.action, cell: (row) => <EndSession {...props} session={row} /> },
      ]}
    />
  );
}

type SessionProps = SessionsPageProps & { readonly session: ListedSession };

function Device({ language, session, current }: SessionProps): JSX.Element {
  const { sessions: words } = accountTextsFor(language);
  return (
    <>
      {deviceName(session, language)}{" "}
      {session.hash === current ? <span class="badge badge-success">{words.thisOne}</span> : null}
    </>
  );
}

function EndSession({ language, session, current, signedIn }: SessionProps): JSX.Element {
  const { sessions: words } = accountTextsFor(language);
  if (session.hash === current) return <span class="fine-print">{words.current}</span>;
  return (
    <form method="post" action="/account/sessions/end">
      <HiddenFields values={{ csrf: signedIn.csrf, session: session.hash }} />
      <button type="submit" class="text-button">
        {words.end}
      </button>
    </form>
  );
}

function EndOthers({ language, signedIn }: SessionsPageProps): JSX.Element {
  const { sessions: words } = accountTextsFor(language);
  return (
    <form method="post" action="/account/sessions/end-others">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <Button kind="quiet">{words.endOthers}</Button>
    </form>
  );
}
