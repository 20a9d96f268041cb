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
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { LinkPage, UnlinkPage } from "./identity-question-page.tsx";
import { listLinkedIdentities, unlinkIdentity } from "../../store/people/linked-identity-table.ts";

const securityPath = "/account/security";

/** The pages that link and unlink accounts at OpenID providers. A link is only made for a user who is signed in. */
export function identityPages(store: Store, clients: readonly ProviderClient[]): readonly PageRoute[] {
  const linking = { path: `${securityPath}/providers/:provider/link`, access: "user", stepUp: true } as const;
  const unlinking = { path: `${securityPath}/identities/:id/unlink`, access: "user", stepUp: true } as const;
  return [
    {
      ...linking,
      method: "GET",
      handle: (pageRequest: UserRequest) => showLinkPage(clients, pageRequest, 200),
    },
    {
      ...linking,
      method: "POST",
      handle: (pageRequest: UserRequest) => beginLink(store, clients, pageRequest),
    },
    { ...unlinking, method: "GET", handle: (pageRequest: UserRequest) => askToUnlink(store, pageRequest) },
    { ...unlinking, method: "POST", handle: (pageRequest: UserRequest) => unlink(store, pageRequest) },
  ];
}

function showLinkPage(
  clients: readonly ProviderClient[],
  pageRequest: UserRequest,
  status: 200 | 503,
): Promise<Response> {
  const { id, name } = providerOf(clients, pageRequest).provider;
  const { language, signedIn } = pageRequest;
  const path = `${securityPath}/providers/${id}/link`;
  const isUnavailable = status === 503;
  return renderPage(<LinkPage {...{ language, path, signedIn, providerName: name, isUnavailable }} />, {
    status,
  });
}

async function beginLink(
  store: Store,
  clients: readonly ProviderClient[],
  pageRequest: UserRequest,
): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const client = providerOf(clients, pageRequest);
  const beginning = {
    browserHash: pageRequest.session.hash,
    purpose: "link",
    returnTo: securityPath,
  } as const;
  try {
    return await beginAtProvider(store, pageRequest, { client, ...beginning });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return showLinkPage(clients, pageRequest, 503);
  }
}

async function askToUnlink(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, signedIn, session } = pageRequest;
  const id = numberInPath(pageRequest, "id");
  const identities = await listLinkedIdentities(store.reader, session.user.id);
  const identity = identities.find((one) => one.id === id);
  if (identity === undefined) throw new PageError("not_found", { status: 404 });
  const path = `${securityPath}/identities/${id}/unlink`;
  return renderPage(<UnlinkPage {...{ language, path, signedIn, id, label: identity.label }} />, {
    status: 200,
  });
}

async function unlink(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const link = { userId: pageRequest.session.user.id, id: numberInPath(pageRequest, "id") };
  if (!(await store.write(unlinkIdentity, link, actorOf(pageRequest))))
    throw new PageError("not_found", { status: 404 });
  return redirectTo(`${securityPath}?notice=identity_unlinked`);
}
