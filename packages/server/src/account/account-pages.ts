import type { Config } from "../config.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { Store } from "../store/store.ts";
import { authorizedApplicationPages } from "./authorized-applications.tsx";
import { deleteAccountPages } from "./delete-account.tsx";
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
  { signUp, timeZone }: Pick<Config, "signUp" | "timeZone">,
): readonly PageRoute[] {
  return [
    ...signUpPages(store, signUp),
    ...profilePages(store, timeZone),
    ...picturePages(store),
    ...securityPages(store),
    ...passkeyPages(store),
    ...totpPages(store),
    ...passwordPages(store),
    ...sessionPages(store),
    ...authorizedApplicationPages(store),
    ...deleteAccountPages(store),
  ];
}
