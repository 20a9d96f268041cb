import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { ApplicationListPage, listNotices } from "./application-list-page.tsx";
import { appidPattern } from "../model/application.ts";
import { searchText } from "../pages/search-text.ts";
import { listApplicationsForUser } from "../store/applications/application-for-user-table.ts";

const perPage = 20;

/** `GET /console`: the applications of a user, the newest first. */
export function applicationList(store: Store): PageRoute {
  return {
    method: "GET",
    path: "/console",
    access: "user",
    handle: (pageRequest) => showList(store, pageRequest),
  };
}

async function showList(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path, signedIn, timeZone, session, context } = pageRequest;
  const search = searchText(context.req.query("q"));
  const after = afterOf(context.req.query("after"));
  const ownerId = session.user.id;
  const found = await listApplicationsForUser(store.reader, { ownerId, search, after, limit: perPage + 1 });
  const applications = found.slice(0, perPage);
  return renderPage(
    <ApplicationListPage
      language={language}
      path={path}
      signedIn={signedIn}
      timeZone={timeZone}
      search={search}
      after={after}
      next={found.length > perPage ? applications.at(-1)?.appid : undefined}
      applications={applications}
      notice={listNotices.find((notice) => notice === context.req.query("notice"))}
    />,
    { status: 200 },
  );
}

function afterOf(text: string | undefined): string | undefined {
  return text !== undefined && appidPattern.test(text) ? text : undefined;
}
