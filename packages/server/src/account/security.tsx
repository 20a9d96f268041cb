import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { noticeIn } from "./account-layout.tsx";
import { SecurityPage } from "./security-page.tsx";

/** The page about how the user signs in. */
export function securityPages(): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: "/account/security",
      access: "user",
      handle({ language, signedIn, context }) {
        const notice = noticeIn(context.req.query("notice"));
        return renderPage(<SecurityPage {...{ language, path: "/account/security", signedIn, notice }} />, {
          status: 200,
        });
      },
    },
  ];
}
