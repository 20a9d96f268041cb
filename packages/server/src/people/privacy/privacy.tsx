import { renderPage } from "../../pages/render-page.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { PrivacyPage } from "./privacy-page.tsx";

/** The path of the page that says what is kept about people. */
export const privacyPath = "/privacy";

/** What the platform keeps about people, for everybody. */
export const privacyPage: PageRoute = {
  method: "GET",
  path: privacyPath,
  access: "anyone",
  isReturnable: true,
  handle: ({ language, path, signedIn }) =>
    renderPage(<PrivacyPage language={language} path={path} signedIn={signedIn} />, { status: 200 }),
};
