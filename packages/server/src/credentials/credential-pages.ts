import type { PageRoute } from "../session/page-route.ts";
import type { Store } from "../store/store.ts";
import type { CredentialsSection } from "./credentials-section.ts";
import { endingOfSecret } from "./end-secret.tsx";
import { freezing } from "./freezing.tsx";
import { secretPages } from "./secret-pages.tsx";

/** The pages on which the credentials of an application are managed, in a section of the site. */
export function credentialPages(store: Store, section: CredentialsSection): readonly PageRoute[] {
  return [...secretPages(store, section), ...endingOfSecret(store, section), ...freezing(store, section)];
}
