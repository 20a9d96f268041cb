import { HomePage } from "../pages/home-page.tsx";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "./page-route.ts";

/** `GET /`: what this server is, with links to the other pages. */
export const homePage: PageRoute = {
  method: "GET",
  path: "/",
  access: "anyone",
  isReturnable: true,
  handle: ({ language, path, signedIn }) =>
    renderPage(<HomePage language={language} path={path} signedIn={signedIn} />, { status: 200 }),
};
