import { renderPage } from "../../pages/render-page.ts";
import { searchRows } from "../../pages/search-rows.ts";
import { searchText } from "../../pages/search-text.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { SignInProvider } from "../../session/providers/read-providers.ts";
import type { Store } from "../../store/store.ts";
import { noticeIn } from "./account-layout.tsx";
import { SecurityPage } from "./security-page.tsx";
import { findSecondFactor } from "../../store/people/second-factor-table.ts";
import { listPasskeys } from "../../store/people/passkey-table.ts";
import { listLinkedIdentities } from "../../store/people/linked-identity-table.ts";

const path = "/account/security";

/** The page about how the user signs in. */
export function securityPages(store: Store, providers: readonly SignInProvider[]): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      async handle({ language, signedIn, context, session, timeZone, relyingParty }) {
        const { id: userId } = session.user;
        const search = searchText(context.req.query("q"));
        return renderPage(
          <SecurityPage
            language={language}
            path={path}
            signedIn={signedIn}
            timeZone={timeZone}
            notice={noticeIn(context.req.query("notice"))}
            secondFactor={await findSecondFactor(store.reader, userId)}
            passkeys={searchRows(await listPasskeys(store.reader, userId), search, ({ name }) => name)}
            search={search}
            canAddPasskey={relyingParty !== undefined}
            identities={await listLinkedIdentities(store.reader, userId)}
            providers={providers}
          />,
          { status: 200 },
        );
      },
    },
  ];
}
