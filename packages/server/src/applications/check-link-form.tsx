import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { checkLink } from "./check-link.ts";
import { CheckLinkPage } from "./check-link-page.tsx";
import { addressOf, applicationPath, applicationForUser } from "./application-for-user.ts";

const path = `${applicationPath}/check`;

/** The page that compares an authorization link with what is registered. It is posted, so that no address has the link. */
export function linkCheck(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      async handle(pageRequest) {
        return show(store, pageRequest, (await readOwnForm(pageRequest, ["link"])).link);
      },
    },
  ];
}

async function show(store: Store, pageRequest: UserRequest, link?: string): Promise<Response> {
  const application = await applicationForUser(store, pageRequest);
  return renderPage(
    <CheckLinkPage
      language={pageRequest.language}
      path={addressOf(application.appid, "/check")}
      signedIn={pageRequest.signedIn}
      application={application}
      link={link ?? ""}
      problems={link === undefined ? undefined : checkLink(link, application)}
    />,
    { status: 200 },
  );
}
