import type { Config } from "../config/settings.ts";
import { HomePage } from "../pages/home-page.tsx";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "./page-route.ts";

/** `GET /`: what this server is, with links to the other pages. */
export function homePage({
  signUp,
  isDemo,
}: Pick<Config, "signUp"> & { readonly isDemo: boolean }): PageRoute {
  return {
    method: "GET",
    path: "/",
    access: "anyone",
    isReturnable: true,
    handle: ({ language, path, signedIn }) =>
      renderPage(<HomePage {...{ language, path, signedIn, isDemo }} offersSignUp={signUp === "open"} />, {
        status: 200,
      }),
  };
}
