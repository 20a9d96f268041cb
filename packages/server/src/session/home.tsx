import { HomePage } from "../pages/home-page.tsx";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "./serve-page.tsx";

/** `GET /`: what this server is, and the ways on from here. */
export const homePage: PageRoute = {
  method: "GET",
  path: "/",
  handle: ({ language, path, signedIn }) =>
    renderPage(<HomePage language={language} path={path} signedIn={signedIn} />, { status: 200 }),
};
