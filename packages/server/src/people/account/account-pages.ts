import type { Config } from "../../config/settings.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { Store } from "../../store/store.ts";
import { webhookPages } from "../../webhooks/webhook-pages.ts";
import { webhooksOfAccount } from "./account-webhooks.tsx";
import { authorizedApplicationPages } from "./authorized-applications.tsx";
import { deleteAccountPages } from "./delete-account.tsx";
import type { ProviderClient } from "../../session/providers/provider-client.ts";
import { emailPages } from "./email.tsx";
import { privacyPage } from "../privacy/privacy.tsx";
import { forgottenPages } from "./forgotten.tsx";
import { identityPages } from "./identities.tsx";
import type { UploadFolder } from "../../store/surveys/upload-folder.ts";
import { mailNoticePages } from "./mail-notices.tsx";
import { ownDataPages } from "./own-data.tsx";
import { passwordPages } from "./password.tsx";
import { passkeyPages } from "./passkeys.tsx";
import { picturePages } from "./picture.tsx";
import { profilePages } from "./profile.tsx";
import { securityPages } from "./security.tsx";
import { sessionPages } from "./sessions.tsx";
import { totpPages } from "./totp.tsx";
import { signUpPages } from "./sign-up.tsx";

/** What these pages need beside the store and the settings. */
interface AccountPageDependencies {
  readonly clients: readonly ProviderClient[];
  /** Where files of answers are; undefined where none are taken. */
  readonly uploads: UploadFolder | undefined;
}

/** The pages on which users manage their own account, and what is kept about them. */
export function accountPages(
  store: Store,
  { signUp, timeZone, webhookAllow: opened }: Pick<Config, "signUp" | "timeZone" | "webhookAllow">,
  { clients, uploads }: AccountPageDependencies,
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
    ...ownDataPages(store, uploads),
    privacyPage,
    ...deleteAccountPages(store),
  ];
}
