import type { Language } from "@survey-open-platform/service";
import { renderPage } from "../pages/render-page.ts";
import { searchRows } from "../pages/search-rows.ts";
import { searchText } from "../pages/search-text.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { listIssuedTokens, type IssuedTeamToken } from "../store/tokens/team-token-issue-table.ts";
import { rememberedTokens } from "../store/tokens/team-token-table.ts";
import { notFound } from "../pages/page-error.ts";
import { managedTeam } from "./team-for-user.ts";
import { findCredentials, teamCredentialsPath } from "./team-credentials.tsx";
import { idIn } from "../pages/id-in.ts";
import { TokenRecordPage, type RecordedToken } from "./token-record-page.tsx";
import { nameOfSecret } from "./token-state.tsx";

const perPage = 25;

/** `GET /teams/:id/credentials/tokens`: the last tokens of a team, and who requested them. */
export function tokenRecord(store: Store): PageRoute {
  return {
    method: "GET",
    path: `${teamCredentialsPath}/tokens`,
    access: "user",
    handle: (pageRequest) => show(store, pageRequest),
  };
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path, signedIn, timeZone, context } = pageRequest;
  const team = await managedTeam(store, pageRequest);
  const credentials = await findCredentials(store, pageRequest, team);
  if (credentials === undefined) throw notFound();
  const applicationId = credentials.application.id;
  const recorded = await listIssuedTokens(store.reader, { applicationId, limit: rememberedTokens });
  const search = searchText(context.req.query("q"));
  const after = idIn(context.req.query("after"));
  const found = searchRecord(recorded, { search, language }).filter(
    ({ token }) => after === undefined || token.number < after,
  );
  const shown = found.slice(0, perPage);
  return renderPage(
    <TokenRecordPage
      language={language}
      path={path}
      signedIn={signedIn}
      timeZone={timeZone}
      team={team}
      newest={recorded.slice(0, 2)}
      tokens={shown}
      search={search}
      after={after === undefined ? undefined : String(after)}
      next={found.length > perPage ? String(shown.at(-1)?.token.number) : undefined}
    />,
    { status: 200 },
  );
}

/** The tokens whose address or secret has the words of a search, each with the one that replaced it. */
function searchRecord(
  recorded: readonly IssuedTeamToken[],
  { search, language }: { readonly search: string; readonly language: Language },
): readonly RecordedToken[] {
  const rows = recorded.map((token, index): RecordedToken => ({ token, newer: recorded[index - 1] }));
  return searchRows(rows, search, ({ token }) => `${token.address} ${nameOfSecret(token, language)}`);
}
