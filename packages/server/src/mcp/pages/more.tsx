import { moreForAgentPath as route } from "../../grants/agent-addresses.ts";
import { clientWarnings } from "../../grants/authorize/client-warnings.tsx";
import { clientOf } from "../../grants/clients/oauth-client.ts";
import { logoPathOf } from "../../model/logo.ts";
import { dataScopes, scopesOf, scopeText, writingScopes } from "../../model/scopes.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { Store } from "../../store/store.ts";
import { findHeldScopes } from "../../store/tokens/grant-table.ts";
import { widenGrant } from "../../store/tokens/widen-grant.ts";
import { MorePage } from "./more-page.tsx";

/** The page on which a person lets an agent do more: for clients that cannot ask again by themselves. */
export function allowingMore(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: route,
      access: "user",
      stepUp: true,
      handle: (pageRequest) => show(store, pageRequest),
    },
    {
      method: "POST",
      path: route,
      access: "user",
      stepUp: true,
      handle: (pageRequest) => decide(store, pageRequest),
    },
  ];
}

interface Asked {
  readonly client: string;
  readonly scope: string;
}

/** What is asked for, as far as the application may have it, and what it has. @throws `PageError` `not_found` */
async function askedOf(store: Store, { session }: UserRequest, { client, scope }: Asked) {
  const application = await store.findApplication(client);
  if (application === undefined || application.disabled) throw notFound();
  const grant = { applicationId: application.id, userId: session.user.id };
  const held = await findHeldScopes(store.reader, grant);
  // An agent that was never let in begins with the consent page.
  if (held === 0) throw notFound();
  const allowed = application.mayWrite ? dataScopes : dataScopes & ~writingScopes;
  return { application, held, asked: scopesOf(scope) & allowed };
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { context, language, signedIn } = pageRequest;
  const query = (name: string) => context.req.query(name) ?? "";
  const given = { client: query("client"), scope: query("scope") };
  const { application, held, asked } = await askedOf(store, pageRequest, given);
  const isNew = (asked & ~held) !== 0;
  const decided = (["allowed", "denied"] as const).find((outcome) => outcome === query("outcome"));
  const client = clientOf(application);
  return renderPage(
    <MorePage
      language={language}
      path={pageRequest.path}
      signedIn={signedIn}
      application={{ ...application, logoPath: logoPathOf(application) }}
      scopes={{ asked, held, agent: client.isPublic ? "widened" : undefined }}
      scope={scopeText(asked)}
      warnings={clientWarnings(client, client.redirectUris[0] ?? "", language)}
      outcome={decided ?? (isNew ? undefined : "nothing")}
      action={route}
    />,
    { status: 200 },
  );
}

async function decide(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { client, scope, decision } = await readOwnForm(pageRequest, ["client", "scope", "decision"]);
  if (decision !== "allow" && decision !== "deny")
    throw new PageError("invalid_argument", { status: 400, detail: "decision" });
  const { application, asked } = await askedOf(store, pageRequest, { client, scope });
  if (decision === "allow") {
    const isWidened = await store.write(widenGrant, {
      userId: pageRequest.session.user.id,
      applicationId: application.id,
      appid: application.appid,
      scopes: asked,
      actor: actorOf(pageRequest),
    });
    if (!isWidened) throw notFound();
  }
  const outcome = decision === "allow" ? "allowed" : "denied";
  const query = new URLSearchParams({ client, scope: scopeText(asked), outcome }).toString();
  return redirectTo(`${route}?${query}`);
}
