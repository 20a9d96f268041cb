import type { JSX } from "hono/jsx/jsx-runtime";
import { DataTable, Pager } from "../pages/components/list.tsx";
import { Moment } from "../pages/components/moment.tsx";
import type { IssuedTeamToken } from "../store/team-token-issue-table.ts";
import { teamAddress } from "./own-team.ts";
import { TeamFrame, type TeamPageProps } from "./team-frame.tsx";
import { teamTextsFor } from "./texts/team-texts.ts";
import { SecretName, TokenState, WhyTokensEnd } from "./token-state.tsx";

/** What the page shows. */
export type TokenRecordPageProps = TeamPageProps & {
  readonly timeZone: string;
  /** The newest first. */
  readonly tokens: readonly IssuedTeamToken[];
  /** The token before the first one of this page; undefined on the first page. */
  readonly newer: IssuedTeamToken | undefined;
  readonly after: string | undefined;
  readonly next: string | undefined;
};

/** The last tokens of a team, each with its end. */
export function TokenRecordPage(props: TokenRecordPageProps): JSX.Element {
  const { language, team, tokens, newer, after, next } = props;
  const { tokens: words } = teamTextsFor(language);
  return (
    <TeamFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      {newer === undefined ? <TokenState {...props} tokens={tokens.slice(0, 2)} /> : null}
      <WhyTokensEnd language={language} />
      {tokens.length === 0 ? null : <Table {...props} />}
      <Pager
        language={language}
        path={teamAddress(team.id, "/credentials/tokens")}
        after={after}
        next={next}
      />
      <p class="fine-print">{words.recordText}</p>
    </TeamFrame>
  );
}

type Row = { readonly token: IssuedTeamToken; readonly newer: IssuedTeamToken | undefined };

function Table({ language, timeZone, tokens, newer }: TokenRecordPageProps): JSX.Element {
  const { tokens: words } = teamTextsFor(language);
  const rows = tokens.map((token, index): Row => ({ token, newer: tokens[index - 1] ?? newer }));
  return (
    <DataTable
      caption={words.caption}
      rows={rows}
      columns={[
        {
          header: words.issuedAt,
          isRowHeader: true,
          cell: ({ token }) => (
            <Moment at={token.issuedAt} timeZone={timeZone} language={language} precision="second" />
          ),
        },
        { header: words.from, cell: ({ token }) => <code>{token.address}</code> },
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
}: Row & Pick<TokenRecordPageProps, "language" | "timeZone">): JSX.Element {
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
