import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { noticeIn } from "./account-layout.tsx";
import { searchSessions } from "./search-sessions.ts";
import { SessionsPage } from "./sessions-page.tsx";
import { searchText } from "../../pages/search-text.ts";
import { listSessions, endOwnSession, endOtherSessions } from "../../store/people/session-list.ts";

const path = "/account/sessions";

/** The pages about the browsers in which the user is signed in. */
export function sessionPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showSessions(store, pageRequest) },
    endOne(store),
    endOthers(store),
  ];
}

async function showSessions(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, signedIn, session, timeZone, context } = pageRequest;
  const sessions = await listSessions(store.reader, session.user.id);
  const search = searchText(context.req.query("q"));
  return renderPage(
    <SessionsPage
      language={language}
      path={path}
      signedIn={signedIn}
      total={sessions.length}
      search={search}
      {...searchSessions(sessions, { language, search, after: context.req.query("after") })}
      current={session.hash}
      timeZone={timeZone}
      notice={noticeIn(context.req.query("notice"))}
    />,
    { status: 200 },
  );
}

function endOne(store: Store): PageRoute {
  return {
    method: "POST",
    path: `${path}/end`,
    access: "user",
    async handle(pageRequest) {
      const { session: hash } = await readOwnForm(pageRequest, ["session"]);
      const { id: userId } = pageRequest.session.user;
      // Another user's session is as unknown as one that has ended.
      if (
        !/^[\w-]{43}$/.test(hash) ||
        !(await store.write(endOwnSession, { userId, hash }, actorOf(pageRequest)))
      )
        throw new PageError("not_found", { status: 404 });
      return redirectTo(`${path}?notice=session_ended`);
    },
  };
}

function endOthers(store: Store): PageRoute {
  return {
    method: "POST",
    path: `${path}/end-others`,
    access: "user",
    async handle(pageRequest) {
      await readOwnForm(pageRequest, []);
      const { user, hash } = pageRequest.session;
      await store.write(endOtherSessions, { userId: user.id, hash }, actorOf(pageRequest));
      return redirectTo(`${path}?notice=sessions_ended`);
    },
  };
}
