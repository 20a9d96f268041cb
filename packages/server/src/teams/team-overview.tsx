import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { teamForUser, teamPath } from "./team-for-user.ts";
import { TeamOverviewPage, teamNotices } from "./team-overview-page.tsx";
import { countTeam } from "../store/teams/team-table.ts";

/** `GET /teams/:id`: a team as its members see it. */
export function teamOverview(store: Store): PageRoute {
  return { method: "GET", path: teamPath, access: "user", handle: (pageRequest) => show(store, pageRequest) };
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path, signedIn, timeZone, context } = pageRequest;
  const team = await teamForUser(store, pageRequest);
  const given = context.req.query("notice");
  return renderPage(
    <TeamOverviewPage
      language={language}
      path={path}
      signedIn={signedIn}
      timeZone={timeZone}
      team={team}
      counts={await countTeam(store.reader, team.id)}
      notice={teamNotices.find((notice) => notice === given)}
    />,
    { status: 200, script: true },
  );
}
