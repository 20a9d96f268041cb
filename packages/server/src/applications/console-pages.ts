import { credentialPages } from "../credentials/credential-pages.ts";
import type { UsageSources } from "../credentials/usage.tsx";
import type { PageRoute } from "../session/page-route.ts";
import { applicationOverview } from "./application.tsx";
import { applicationList } from "./application-list.tsx";
import { linkCheck } from "./check-link-form.tsx";
import { connecting, type ConnectParts } from "./connect.tsx";
import { editing } from "./edit.tsx";
import { logoPages } from "./logo.tsx";
import { registration } from "./register.tsx";
import { deletion } from "./delete.tsx";
import { credentialsOfApplication } from "./application-credentials.tsx";
import { explorer, type ExplorerParts } from "./explorer.tsx";
import { transferPages } from "./transfer.tsx";
import { testTokens } from "./test-token.tsx";

/** The pages on which developers manage their applications. */
export function consolePages(parts: ExplorerParts & UsageSources & ConnectParts): readonly PageRoute[] {
  const { store } = parts;
  return [
    applicationList(store),
    ...registration(store),
    ...transferPages(store),
    applicationOverview(store),
    ...editing(store),
    ...credentialPages(parts, credentialsOfApplication(store)),
    ...logoPages(store),
    connecting(parts),
    ...linkCheck(store),
    ...testTokens(store),
    ...explorer(parts),
    ...deletion(store),
  ];
}
