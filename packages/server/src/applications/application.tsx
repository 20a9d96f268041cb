import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserRequest } from "../session/page-request.ts";
import { sendsNoChallenge } from "../store/applications/challenge-use.ts";
import type { Store } from "../store/store.ts";
import { ApplicationPage, applicationNotices } from "./application-page.tsx";
import { applicationPath, applicationForUser } from "./application-for-user.ts";
import { countImpact } from "../store/applications/application-state.ts";

/** The page of one application. */
export function applicationOverview(store: Store): PageRoute {
  return {
    method: "GET",
    path: applicationPath,
    access: "user",
    handle: (pageRequest) => show(store, pageRequest),
  };
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path, signedIn, timeZone, context } = pageRequest;
  const application = await applicationForUser(store, pageRequest);
  const given = context.req.query("notice");
  return renderPage(
    <ApplicationPage
      language={language}
      path={path}
      signedIn={signedIn}
      timeZone={timeZone}
      application={application}
      hasLinksWithoutChallenge={await sendsNoChallenge(store.reader, application.id)}
      impact={await countImpact(store.reader, application.id)}
      notice={applicationNotices.find((notice) => notice === given)}
    />,
    { status: 200, script: true },
  );
}
