import { logoPathOf } from "../model/logo.ts";
import { PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { AuthorizedApplicationsPage } from "./authorized-applications-page.tsx";

const path = "/account/applications";

/** The pages about the applications that the user has authorized. */
export function authorizedApplicationPages(store: Store): readonly PageRoute[] {
  return [authorizedApplicationsPage(store), revokeApplication(store), revokeAllApplications(store)];
}

/** `GET /account/applications`: the applications that the user has authorized, with forms to revoke access. */
function authorizedApplicationsPage(store: Store): PageRoute {
  return { method: "GET", path, access: "user", handle: (visit) => showApplications(store, visit) };
}

async function showApplications(store: Store, visit: UserVisit): Promise<Response> {
  const { session, signedIn, language, timeZone } = visit;
  const authorized = await store.listAuthorizedApplications(session.user.id);
  return renderPage(
    <AuthorizedApplicationsPage
      language={language}
      path={path}
      signedIn={signedIn}
      csrf={signedIn.csrf}
      applications={authorized.map((application) => ({
        ...application,
        grant: String(application.grantId),
        logoPath: logoPathOf(application),
        firstGrantedAt: application.grantedAt,
      }))}
      timeZone={timeZone}
      notice={noticeOf(visit.context.req.query("notice"))}
    />,
    { status: 200 },
  );
}

function noticeOf(text: string | undefined): "revoked" | "revoked_all" | undefined {
  return text === "revoked" || text === "revoked_all" ? text : undefined;
}

/** `POST /account/applications/revoke`: revokes one grant with all its tokens. */
function revokeApplication(store: Store): PageRoute {
  return {
    method: "POST",
    path: `${path}/revoke`,
    access: "user",
    async handle(visit) {
      const { grant } = await readOwnForm(visit, ["grant"]);
      if (!/^\d{1,15}$/.test(grant))
        throw new PageError("invalid_argument", { status: 400, detail: "grant" });
      const { id: userId } = visit.session.user;
      await store.revokeGrant({ userId, grantId: Number(grant) }, actorOf(visit));
      return redirectTo(`${path}?notice=revoked`);
    },
  };
}

/** `POST /account/applications/revoke-all`: revokes every grant of the user. */
function revokeAllApplications(store: Store): PageRoute {
  return {
    method: "POST",
    path: `${path}/revoke-all`,
    access: "user",
    async handle(visit) {
      await readOwnForm(visit, []);
      await store.revokeAllGrants(visit.session.user.id, actorOf(visit));
      return redirectTo(`${path}?notice=revoked_all`);
    },
  };
}
