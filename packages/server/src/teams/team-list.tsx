import type { TeamCreators } from "../config/settings.ts";
import { idIn } from "../pages/id-in.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { mayCreateTeam } from "./create-team.tsx";
import { TeamListPage, teamListNotices } from "./team-list-page.tsx";
import { searchText } from "../pages/search-text.ts";
import { listTeamsForUser } from "../store/teams/team-table.ts";

const perPage = 20;

/** `GET /teams`: the teams of a user, the newest first. */
export function teamList(store: Store, right: TeamCreators): PageRoute {
  return {
    method: "GET",
    path: "/teams",
    access: "user",
    handle: (pageRequest) => showList(store, pageRequest, right),
  };
}

async function showList(store: Store, pageRequest: UserRequest, right: TeamCreators): Promise<Response> {
  const { language, path, signedIn, session, context } = pageRequest;
  const search = searchText(context.req.query("q"));
  const before = idIn(context.req.query("after"));
  const found = await listTeamsForUser(store.reader, {
    userId: session.user.id,
    search,
    before,
    limit: perPage + 1,
  });
  const teams = found.slice(0, perPage);
  const given = context.req.query("notice");
  return renderPage(
    <TeamListPage
      language={language}
      path={path}
      signedIn={signedIn}
      search={search}
      after={before === undefined ? undefined : String(before)}
      next={found.length > perPage ? String(teams.at(-1)?.id) : undefined}
      teams={teams}
      mayCreate={mayCreateTeam(pageRequest, right)}
      notice={teamListNotices.find((notice) => notice === given)}
    />,
    { status: 200 },
  );
}
