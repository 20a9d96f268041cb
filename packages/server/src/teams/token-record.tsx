import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { notFound } from "../pages/page-error.ts";
import { managedTeam } from "./own-team.ts";
import { findCredentials, teamCredentialsPath } from "./team-credentials.tsx";
import { idIn } from "../pages/id-in.ts";
import { TokenRecordPage } from "./token-record-page.tsx";

const perPage = 25;

/** `GET /teams/:id/credentials/tokens`: the last tokens of a team, and who requested them. */
export function tokenRecord(store: Store): PageRoute {
  return {
    method: "GET",
    path: `${teamCredentialsPath}/tokens`,
    access: "user",
    handle: (visit) => show(store, visit),
  };
}

async function show(store: Store, visit: UserVisit): Promise<Response> {
  const { language, path, signedIn, timeZone, context } = visit;
  const team = await managedTeam(store, visit);
  const credentials = await findCredentials(store, visit, team);
  if (credentials === undefined) throw notFound();
  // Each token is shown with the one that replaced it, so a page begins with the last one of the page before.
  const from = idIn(context.req.query("after"));
  const applicationId = credentials.application.id;
  const found = await store.listIssuedTokens({ applicationId, from, limit: perPage + 2 });
  const shown = found.slice(from === undefined ? 0 : 1).slice(0, perPage);
  const hasMore = found.at(-1)?.number !== shown.at(-1)?.number;
  return renderPage(
    <TokenRecordPage
      language={language}
      path={path}
      signedIn={signedIn}
      timeZone={timeZone}
      team={team}
      tokens={shown}
      newer={from === undefined ? undefined : found[0]}
      after={from === undefined ? undefined : String(from)}
      next={hasMore ? String(shown.at(-1)?.number) : undefined}
    />,
    { status: 200 },
  );
}
