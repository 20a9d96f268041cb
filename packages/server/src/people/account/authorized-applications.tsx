import { logoPathOf } from "../../model/logo.ts";
import { idIn } from "../../pages/id-in.ts";
import { renderPage } from "../../pages/render-page.ts";
import { searchText } from "../../pages/search-text.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { nameOfApplication } from "../../store/audit/name-of-application.ts";
import { listChangesByActors } from "../../store/audit/changes-by-actor.ts";
import type { Store } from "../../store/store.ts";
import { countSurveysForUser } from "../../store/tokens/authorized-application-list.ts";
import {
  AuthorizedApplicationsPage,
  type AuthorizedApplicationsNotice,
} from "./authorized-applications-page.tsx";
import { choosingSurveys } from "./chosen-surveys.tsx";
import { authorizedApplicationsPath as path, revokingAccess } from "./revoke-access.tsx";

const perPage = 20;
/** The newest changes that are shown of each application. */
const shownChanges = 5;

/** The pages about the applications that the user has authorized. */
export function authorizedApplicationPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showApplications(store, pageRequest) },
    ...revokingAccess(store),
    ...choosingSurveys(store),
  ];
}

async function showApplications(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { session, signedIn, language, timeZone, context } = pageRequest;
  const userId = session.user.id;
  const search = searchText(context.req.query("q"));
  const after = idIn(context.req.query("after"));
  const found = await store.listAuthorizedApplications({ userId, search, after, limit: perPage + 1 });
  const authorized = found.slice(0, perPage);
  const actors = authorized.map(({ appid }) => nameOfApplication(appid));
  const changes = await listChangesByActors(store.reader, { userId, actors, limit: shownChanges });
  return renderPage(
    <AuthorizedApplicationsPage
      language={language}
      path={path}
      signedIn={signedIn}
      applications={authorized.map((application) => ({
        ...application,
        agent: application.isAgent ? (application.withPersonal ? "grantedPersonal" : "granted") : undefined,
        changes: changes.get(nameOfApplication(application.appid)) ?? [],
        grant: String(application.grantId),
        logoPath: logoPathOf(application),
        firstGrantedAt: application.grantedAt,
      }))}
      timeZone={timeZone}
      total={await store.countAuthorizedApplications(userId)}
      surveys={await countSurveysForUser(store.reader, userId)}
      search={search}
      after={after === undefined ? undefined : String(after)}
      next={found.length > perPage ? String(authorized.at(-1)?.grantId) : undefined}
      notice={noticeOf(context.req.query("notice"))}
    />,
    { status: 200 },
  );
}

const notices: readonly AuthorizedApplicationsNotice[] = ["revoked", "revoked_all", "surveys_changed"];

function noticeOf(text: string | undefined): AuthorizedApplicationsNotice | undefined {
  return notices.find((notice) => notice === text);
}
