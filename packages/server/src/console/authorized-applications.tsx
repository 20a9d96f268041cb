import { csrfTokenOf } from "@survey-open-platform/service";
import { logoPathOf } from "../model/logo.ts";
import { PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { readForm } from "../session/read-form.ts";
import type { PageRoute } from "../session/serve-page.tsx";
import { sessionOfForm, signInAddress } from "../session/sign-in.tsx";
import type { Session, Visit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { AuthorizedApplicationsPage } from "./authorized-applications-page.tsx";

const path = "/account/applications";

/** `GET /account/applications`: the applications that the user has authorized, with forms to revoke access. */
export function authorizedApplicationsPage(store: Store, timeZone: string): PageRoute {
  return {
    method: "GET",
    path,
    handle: (visit) =>
      visit.session === undefined
        ? redirectTo(signInAddress(path))
        : showApplications(store, timeZone, visit, visit.session),
  };
}

async function showApplications(
  store: Store,
  timeZone: string,
  visit: Visit,
  session: Session,
): Promise<Response> {
  const authorized = await store.listAuthorizedApplications(session.user.id);
  const csrf = csrfTokenOf(session.token);
  return renderPage(
    <AuthorizedApplicationsPage
      language={visit.language}
      path={path}
      signedIn={{ ...session.user, csrf }}
      csrf={csrf}
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
export function revokeApplication(store: Store): PageRoute {
  return {
    method: "POST",
    path: `${path}/revoke`,
    async handle(visit) {
      const session = sessionOfForm(visit);
      const { grant } = await readForm(visit, session.token, ["grant"]);
      if (!/^\d{1,15}$/.test(grant))
        throw new PageError("invalid_argument", { status: 400, detail: "grant" });
      await store.revokeGrant({ userId: session.user.id, grantId: Number(grant) });
      return redirectTo(`${path}?notice=revoked`);
    },
  };
}

/** `POST /account/applications/revoke-all`: revokes every grant of the user. */
export function revokeAllApplications(store: Store): PageRoute {
  return {
    method: "POST",
    path: `${path}/revoke-all`,
    async handle(visit) {
      const session = sessionOfForm(visit);
      await readForm(visit, session.token, []);
      await store.revokeAllGrants(session.user.id);
      return redirectTo(`${path}?notice=revoked_all`);
    },
  };
}
