import type { Config } from "../config.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { Store } from "../store/store.ts";
import { authorizedApplicationPages } from "./authorized-applications.tsx";
import { signUpPages } from "./sign-up.tsx";

/** The pages on which users manage their own account. */
export function accountPages(store: Store, { signUp }: Pick<Config, "signUp">): readonly PageRoute[] {
  return [...signUpPages(store, signUp), ...authorizedApplicationPages(store)];
}
