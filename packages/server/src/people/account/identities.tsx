import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import { numberInPath } from "../../session/number-in-path.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { beginAtProvider } from "../../session/providers/begin-at-provider.tsx";
import { ProviderError, type ProviderClient } from "../../session/providers/provider-client.ts";
import { providerOf } from "../../session/providers/provider-pages.tsx";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserVisit } from "../../session/visit.ts";
import type { Store } from "../../store/store.ts";
import { LinkPage, UnlinkPage } from "./identity-question-page.tsx";
import { listLinkedIdentities, unlinkIdentity } from "../../store/people/linked-identity-table.ts";

const securityPath = "/account/security";

/** The pages that link and unlink accounts at OpenID providers. A link is only made for a user who is signed in. */
export function identityPages(store: Store, clients: readonly ProviderClient[]): readonly PageRoute[] {
  const linking = { path: `${securityPath}/providers/:provider/link`, access: "user", stepUp: true } as const;
  const unlinking = { path: `${securityPath}/identities/:id/unlink`, access: "user", stepUp: true } as const;
  return [
    { ...linking, method: "GET", handle: (visit: UserVisit) => showLinkPage(clients, visit, 200) },
    { ...linking, method: "POST", handle: (visit: UserVisit) => beginLink(store, clients, visit) },
    { ...unlinking, method: "GET", handle: (visit: UserVisit) => askToUnlink(store, visit) },
    { ...unlinking, method: "POST", handle: (visit: UserVisit) => unlink(store, visit) },
  ];
}

function showLinkPage(clients: readonly ProviderClient[], visit: UserVisit, status: 200 | 503): Response {
  const { id, name } = providerOf(clients, visit).provider;
  const { language, signedIn } = visit;
  const path = `${securityPath}/providers/${id}/link`;
  const isUnavailable = status === 503;
  return renderPage(<LinkPage {...{ language, path, signedIn, providerName: name, isUnavailable }} />, {
    status,
  });
}

async function beginLink(
  store: Store,
  clients: readonly ProviderClient[],
  visit: UserVisit,
): Promise<Response> {
  await readOwnForm(visit, []);
  const client = providerOf(clients, visit);
  const beginning = { browserHash: visit.session.hash, purpose: "link", returnTo: securityPath } as const;
  try {
    return await beginAtProvider(store, visit, { client, ...beginning });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return showLinkPage(clients, visit, 503);
  }
}

async function askToUnlink(store: Store, visit: UserVisit): Promise<Response> {
  const { language, signedIn, session } = visit;
  const id = numberInPath(visit, "id");
  const identities = await listLinkedIdentities(store.reader, session.user.id);
  const identity = identities.find((one) => one.id === id);
  if (identity === undefined) throw new PageError("not_found", { status: 404 });
  const path = `${securityPath}/identities/${id}/unlink`;
  return renderPage(<UnlinkPage {...{ language, path, signedIn, id, label: identity.label }} />, {
    status: 200,
  });
}

async function unlink(store: Store, visit: UserVisit): Promise<Response> {
  await readOwnForm(visit, []);
  const link = { userId: visit.session.user.id, id: numberInPath(visit, "id") };
  if (!(await store.write(unlinkIdentity, link, actorOf(visit))))
    throw new PageError("not_found", { status: 404 });
  return redirectTo(`${securityPath}?notice=identity_unlinked`);
}
