import { textsFor } from "../../pages/texts/texts.ts";
import type { WebhookSection } from "../../webhooks/webhook-section.ts";
import { AccountLayout } from "./account-layout.tsx";

/** Where users manage the webhooks that get what happens to their own surveys. */
export const webhooksOfAccount: WebhookSection = {
  path: "/account/webhooks",
  find: ({ session, language }) =>
    Promise.resolve({
      owner: { kind: "user", id: session.user.id },
      address: "/account/webhooks",
      // Not all that a page has: its notices are not those of the account.
      Frame: ({ path, signedIn, title, children }) => (
        <AccountLayout
          language={language}
          path={path}
          signedIn={signedIn}
          title={title}
          heading={textsFor(language).navigation.account}
          wide
        >
          {children}
        </AccountLayout>
      ),
    }),
};
