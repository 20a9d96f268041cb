import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { CredentialsPage, credentialNotices } from "./credentials-page.tsx";
import { managedTeam } from "./team-for-user.ts";
import { findCredentials, teamCredentialsPath } from "./team-credentials.tsx";
import { listIssuedTokens } from "../store/tokens/team-token-issue-table.ts";

/** `GET /teams/:id/credentials`: the appid of a team, and the state of its token. */
export function teamCredentials(store: Store): PageRoute {
  return {
    method: "GET",
    path: teamCredentialsPath,
    access: "user",
    handle: (pageRequest) => show(store, pageRequest),
  };
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path, signedIn, timeZone, context } = pageRequest;
  const team = await managedTeam(store, pageRequest);
  const credentials = await findCredentials(store, pageRequest, team);
  const given = context.req.query("notice");
  const tokens =
    credentials &&
    (await listIssuedTokens(store.reader, { applicationId: credentials.application.id, limit: 2 }));
  return renderPage(
    <CredentialsPage
      language={language}
      path={path}
      signedIn={signedIn}
      timeZone={timeZone}
      team={team}
      application={credentials?.application}
      tokens={tokens ?? []}
      notice={credentialNotices.find((notice) => notice === given)}
    />,
    { status: 200, script: true },
  );
}
