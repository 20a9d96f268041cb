import type { PageRoute } from "../session/page-route.ts";
import type { CredentialsSection } from "./credentials-section.ts";
import { endingOfSecret } from "./end-secret.tsx";
import { freezing } from "./freezing.tsx";
import { logPage } from "./log.tsx";
import { secretPages } from "./secret-pages.tsx";
import { usagePage, type UsageSources } from "./usage.tsx";

/** The pages on which the credentials of an application are managed, in a section of the site. */
export function credentialPages(sources: UsageSources, section: CredentialsSection): readonly PageRoute[] {
  const { store, requestLog } = sources;
  return [
    ...secretPages(store, section),
    ...endingOfSecret(store, section),
    ...freezing(store, section),
    logPage(requestLog, section),
    usagePage(sources, section),
  ];
}
