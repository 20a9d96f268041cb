import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { checkLink } from "./check-link.ts";
import { CheckLinkPage } from "./check-link-page.tsx";
import { addressOf, applicationPath, ownApplication } from "./own-application.ts";

const path = `${applicationPath}/check`;

/** The page that compares an authorization link with what is registered. It is posted, so that no address has the link. */
export function linkCheck(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (visit) => show(store, visit) },
    {
      method: "POST",
      path,
      access: "user",
      async handle(visit) {
        return show(store, visit, (await readOwnForm(visit, ["link"])).link);
      },
    },
  ];
}

async function show(store: Store, visit: UserVisit, link?: string): Promise<Response> {
  const application = await ownApplication(store, visit);
  return renderPage(
    <CheckLinkPage
      language={visit.language}
      path={addressOf(application.appid, "/check")}
      signedIn={visit.signedIn}
      application={application}
      link={link ?? ""}
      problems={link === undefined ? undefined : checkLink(link, application)}
    />,
    { status: 200 },
  );
}
