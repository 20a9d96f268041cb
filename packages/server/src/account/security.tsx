import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { Store } from "../store/store.ts";
import { noticeIn } from "./account-layout.tsx";
import { SecurityPage } from "./security-page.tsx";

const path = "/account/security";

/** The page about how the user signs in. */
export function securityPages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      async handle({ language, signedIn, context, session }) {
        const secondFactor = await store.findSecondFactor(session.user.id);
        const notice = noticeIn(context.req.query("notice"));
        return renderPage(<SecurityPage {...{ language, path, signedIn, notice, secondFactor }} />, {
          status: 200,
        });
      },
    },
  ];
}
