import { logoPathOf } from "../../model/logo.ts";
import { idIn } from "../../pages/id-in.ts";
import { renderPage } from "../../pages/render-page.ts";
import { searchText } from "../../pages/search-text.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { AuthorizedApplicationsPage } from "./authorized-applications-page.tsx";
import { authorizedApplicationsPath as path, revokingAccess } from "./revoke-access.tsx";

const perPage = 20;

/** The pages about the applications that the user has authorized. */
export function authorizedApplicationPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showApplications(store, pageRequest) },
    ...revokingAccess(store),
  ];
}

async function showApplications(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { session, signedIn, language, timeZone, context } = pageRequest;
  const userId = session.user.id;
  const search = searchText(context.req.query("q"));
  const after = idIn(context.req.query("after"));
  const found = await store.listAuthorizedApplications({ userId, search, after, limit: perPage + 1 });
  const authorized = found.slice(0, perPage);
  return renderPage(
    <AuthorizedApplicationsPage
      language={language}
      path={path}
      signedIn={signedIn}
      applications={authorized.map((application) => ({
        ...application,
        grant: String(application.grantId),
        logoPath: logoPathOf(application),
        firstGrantedAt: application.grantedAt,
      }))}
      timeZone={timeZone}
      total={await store.countAuthorizedApplications(userId)}
      search={search}
      after={after === undefined ? undefined : String(after)}
      next={found.length > perPage ? String(authorized.at(-1)?.grantId) : undefined}
      notice={noticeOf(context.req.query("notice"))}
    />,
    { status: 200 },
  );
}

function noticeOf(text: string | undefined): "revoked" | "revoked_all" | undefined {
  return text === "revoked" || text === "revoked_all" ? text : undefined;
}
