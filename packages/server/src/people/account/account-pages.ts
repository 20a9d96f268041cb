import type { Config } from "../../config/settings.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { Store } from "../../store/store.ts";
import { webhookPages } from "../../webhooks/webhook-pages.ts";
import { webhooksOfAccount } from "./account-webhooks.tsx";
import { authorizedApplicationPages } from "./authorized-applications.tsx";
import { deleteAccountPages } from "./delete-account.tsx";
import type { ProviderClient } from "../../session/providers/provider-client.ts";
import { emailPages } from "./email.tsx";
import { forgottenPages } from "./forgotten.tsx";
import { identityPages } from "./identities.tsx";
import { mailNoticePages } from "./mail-notices.tsx";
import { passwordPages } from "./password.tsx";
import { passkeyPages } from "./passkeys.tsx";
import { picturePages } from "./picture.tsx";
import { profilePages } from "./profile.tsx";
import { securityPages } from "./security.tsx";
import { sessionPages } from "./sessions.tsx";
import { totpPages } from "./totp.tsx";
import { signUpPages } from "./sign-up.tsx";

/** The pages on which users manage their own account. */
export function accountPages(
  store: Store,
  { signUp, timeZone, webhookAllow: opened }: Pick<Config, "signUp" | "timeZone" | "webhookAllow">,
  clients: readonly ProviderClient[],
): readonly PageRoute[] {
  const providers = clients.map(({ provider }) => provider);
  return [
    ...signUpPages(store, { mode: signUp, providers }),
    ...profilePages(store, timeZone),
    ...emailPages(store),
    ...forgottenPages(store),
    ...mailNoticePages(store),
    ...picturePages(store),
    ...securityPages(store, providers),
    ...identityPages(store, clients),
    ...passkeyPages(store),
    ...totpPages(store),
    ...passwordPages(store),
    ...sessionPages(store),
    ...authorizedApplicationPages(store),
    ...webhookPages({ store, opened }, webhooksOfAccount),
    ...deleteAccountPages(store),
  ];
}
