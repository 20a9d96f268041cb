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
const perPage = 20;
const grantPattern = /^\d{1,15}$/;

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
  const userId = session.user.id;
  const after = grantIn(visit.context.req.query("after"));
  const found = await store.listAuthorizedApplications({ userId, after, limit: perPage + 1 });
  const authorized = found.slice(0, perPage);
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
      total={await store.countAuthorizedApplications(userId)}
      after={after === undefined ? undefined : String(after)}
      next={found.length > perPage ? String(authorized.at(-1)?.grantId) : undefined}
      notice={noticeOf(visit.context.req.query("notice"))}
    />,
    { status: 200 },
  );
}

/** @returns undefined for what is no id of a grant */
function grantIn(text = ""): number | undefined {
  return grantPattern.test(text) ? Number(text) : undefined;
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
      if (!grantPattern.test(grant))
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
