import type { JSX } from "hono/jsx/jsx-runtime";
import { DataTable, EmptyState, Pager, Search } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import type { IssuedTeamToken } from "../store/tokens/team-token-issue-table.ts";
import { teamAddress } from "./team-for-user.ts";
import { TeamFrame, type TeamPageProps } from "./team-frame.tsx";
import { teamTextsFor } from "./texts/team-texts.ts";
import { SecretName, TokenState, WhyTokensEnd } from "./token-state.tsx";

/** A token, and the one that replaced it. */
export type RecordedToken = { readonly token: IssuedTeamToken; readonly newer: IssuedTeamToken | undefined };

/** What the page shows. */
export type TokenRecordPageProps = TeamPageProps & {
  readonly timeZone: string;
  /** The newest two of all, whatever is searched for. */
  readonly newest: readonly IssuedTeamToken[];
  /** Those of this page, the newest first. */
  readonly tokens: readonly RecordedToken[];
  /** What is searched for; "" for all. */
  readonly search: string;
  readonly after: string | undefined;
  readonly next: string | undefined;
};

/** The last tokens of a team, each with its end. */
export function TokenRecordPage(props: TokenRecordPageProps): JSX.Element {
  const { language, team, newest, search, after, next } = props;
  const { tokens: words } = teamTextsFor(language);
  const path = teamAddress(team.id, "/credentials/tokens");
  return (
    <TeamFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {after === undefined ? <TokenState {...props} tokens={newest} /> : null}
      <WhyTokensEnd language={language} />
      {newest.length === 0 ? null : <FoundTokens {...props} path={path} />}
      <Pager language={language} path={path} parameters={{ q: search }} after={after} next={next} />
      <p class="fine-print">{words.recordText}</p>
    </TeamFrame>
  );
}

function FoundTokens(props: TokenRecordPageProps): JSX.Element {
  const { language, path, tokens, search } = props;
  const { tokens: words } = teamTextsFor(language);
  return (
    <>
      <Search language={language} path={path} label={words.search} value={search} />
      {tokens.length === 0 ? (
        <EmptyState title={words.noMatchTitle}>
          <p>{words.noMatchText}</p>
        </EmptyState>
      ) : (
        <Table {...props} />
      )}
    </>
  );
}

function Table({ language, timeZone, tokens }: TokenRecordPageProps): JSX.Element {
  const { tokens: words } = teamTextsFor(language);
  return (
    <DataTable
      caption={words.caption}
      rows={tokens}
      columns={[
        {
          header: words.issuedAt,
          isRowHeader: true,
          cell: ({ token }) => (
            <Moment at={token.issuedAt} timeZone={timeZone} language={language} precision="second" />
          ),
        },
        { header: words.from, cell: ({ token }) => <code class="network-address">{token.address}</code> },
        { header: words.secret, cell: ({ token }) => <SecretName language={language} token={token} /> },
        { header: words.end, cell: (row) => <End {...row} language={language} timeZone={timeZone} /> },
      ]}
    />
  );
}

/** A token ends when it is replaced, revoked or expires, whatever comes first. */
function End({
  language,
  timeZone,
  token,
  newer,
}: RecordedToken & Pick<TokenRecordPageProps, "language" | "timeZone">): JSX.Element {
  const { tokens: words } = teamTextsFor(language);
  const moment = (at: number): JSX.Element => (
    <Moment at={at} timeZone={timeZone} language={language} precision="second" />
  );
  if (token.revokedAt !== null) return <>{words.revokedAt(moment(token.revokedAt))}</>;
  if (newer !== undefined && newer.issuedAt < token.expiresAt)
    return <>{words.replacedAt(moment(newer.issuedAt), <code>{newer.address}</code>)}</>;
  if (token.isExpired === 1) return <>{words.expiredAt(moment(token.expiresAt))}</>;
  return (
    <>
      {words.isValid} {moment(token.expiresAt)}
    </>
  );
}
