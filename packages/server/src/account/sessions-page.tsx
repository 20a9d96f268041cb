import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../pages/components/button.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import { DataTable } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import type { ListedSession } from "../store/session-list.ts";
import { AccountLayout, type AccountPageProps } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";
import { userAgentName } from "./user-agent-name.ts";

/** What the page needs. */
export type SessionsPageProps = AccountPageProps & {
  readonly sessions: readonly ListedSession[];
  /** The hash of the session of this browser. */
  readonly current: string;
  readonly timeZone: string;
};

/** The browsers in which the user is signed in. */
export function SessionsPage(props: SessionsPageProps): JSX.Element {
  const { language, sessions, timeZone } = props;
  const { sessions: words } = accountTextsFor(language);
  const moment = (at: number) => <Moment at={at} timeZone={timeZone} language={language} />;
  return (
    <AccountLayout {...props} title={words.title} wide>
      <p class="lead">{words.lead}</p>
      <DataTable
        caption={words.title}
        rows={sessions}
        columns={[
          { header: words.device, cell: (row) => <Device {...props} session={row} />, isRowHeader: true },
          { header: words.network, cell: ({ network }) => (network === "" ? words.unknown : network) },
          { header: words.lastSeen, cell: ({ lastSeenAt }) => moment(lastSeenAt) },
          { header: words.signedInAt, cell: ({ createdAt }) => moment(createdAt) },
          { header: words.action, cell: (row) => <EndSession {...props} session={row} /> },
        ]}
      />
      {sessions.length > 1 ? <EndOthers {...props} /> : null}
    </AccountLayout>
  );
}

type SessionProps = SessionsPageProps & { readonly session: ListedSession };

function Device({ language, session, current }: SessionProps): JSX.Element {
  const { sessions: words } = accountTextsFor(language);
  const { browser, system } = userAgentName(session.userAgent);
  const name =
    browser === undefined && system === undefined ? words.unknown : words.deviceName(browser, system);
  return (
    <>
      {name} {session.hash === current ? <span class="badge badge-success">{words.thisOne}</span> : null}
    </>
  );
}

function EndSession({ language, session, current, signedIn }: SessionProps): JSX.Element {
  const { sessions: words } = accountTextsFor(language);
  if (session.hash === current) return <span class="fine-print">{words.signOutAbove}</span>;
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
