import { agentConfirmationPath as route } from "../../grants/agent-addresses.ts";
import { hashToken } from "../../model/token.ts";
import { logoPathOf } from "../../model/logo.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import { stepUpFor } from "../../session/admit.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { findClientIdentity } from "../../store/applications/client-identity.ts";
import type { Store } from "../../store/store.ts";
import { decideAgentRequest, surveyOfRequest } from "../../store/surveys/decide-agent-request.ts";
import { findAgentRequest, type AgentRequest } from "../../store/tokens/agent-request-table.ts";
import { publicationOf } from "../../surveys/workspace/publication.ts";
import { ClosedRequestPage, ConfirmPage } from "./confirm-page.tsx";

/** The page on which a person confirms what an agent asks for. For anyone else it does not exist. */
export function confirmingRequests(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path: route, access: "user", handle: (pageRequest) => show(store, pageRequest) },
    { method: "POST", path: route, access: "user", handle: (pageRequest) => decide(store, pageRequest) },
  ];
}

/** The request that an address names, and that address as it is written. @throws `PageError` `not_found` */
async function requestIn(store: Store, { context, session }: UserRequest) {
  const secret = context.req.query("request") ?? "";
  const hash = hashToken(secret);
  const request = await findAgentRequest(store.reader, { hash, userId: session.user.id });
  if (request === undefined) throw notFound();
  return { request, hash, address: `${route}?request=${encodeURIComponent(secret)}` };
}

async function show(store: Store, pageRequest: UserRequest, isChanged = false): Promise<Response> {
  const { request, address } = await requestIn(store, pageRequest);
  if (request.state !== "waiting")
    return showClosed(pageRequest, { state: request.state, address, status: 200 });
  const survey = await surveyOfRequest(store.reader, request, pageRequest.session.user.id);
  if (survey === undefined) throw notFound();
  const stepUp = stepUpOf(pageRequest, request, address);
  if (stepUp !== undefined) return stepUp;
  return renderPage(
    <ConfirmPage
      language={pageRequest.language}
      path={address}
      signedIn={pageRequest.signedIn}
      request={request}
      agent={await agentOf(store, request, pageRequest)}
      survey={survey}
      publication={await publicationOf(store, survey)}
      isChanged={isChanged}
    />,
    { status: isChanged ? 409 : 200 },
  );
}

/** Only what cannot be undone asks for the password again. */
function stepUpOf(
  pageRequest: UserRequest,
  { kind, state }: AgentRequest,
  address: string,
): Response | undefined {
  return kind === "delete" && state === "waiting" ? stepUpFor(pageRequest, address) : undefined;
}

async function agentOf(store: Store, { grantId, applicationId }: AgentRequest, { session }: UserRequest) {
  const application = await store.findAuthorizedApplication({ userId: session.user.id, grantId });
  if (application === undefined) throw notFound();
  const { host } = await findClientIdentity(store.reader, applicationId);
  return { ...application, host, logoPath: logoPathOf(application) };
}

interface Closed {
  readonly state: Exclude<AgentRequest["state"], "waiting">;
  readonly address: string;
  readonly status: number;
}

function showClosed(
  { language, signedIn }: UserRequest,
  { state, address, status }: Closed,
): Promise<Response> {
  return renderPage(
    <ClosedRequestPage language={language} path={address} signedIn={signedIn} state={state} />,
    { status },
  );
}

async function decide(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { decision, revision } = await readOwnForm(pageRequest, ["decision", "revision"]);
  const { request, hash, address } = await requestIn(store, pageRequest);
  if (decision !== "confirm" && decision !== "decline")
    throw new PageError("invalid_argument", { status: 400, detail: "decision" });
  const stepUp = decision === "confirm" ? stepUpOf(pageRequest, request, address) : undefined;
  if (stepUp !== undefined) return stepUp;
  const outcome = await store.write(decideAgentRequest, {
    hash,
    userId: pageRequest.session.user.id,
    decision,
    revision: Number(revision),
    actor: actorOf(pageRequest),
    outbox: store.outbox,
  });
  if (outcome === "missing") throw notFound();
  if (outcome === "changed") return show(store, pageRequest, true);
  if (outcome !== "closed") return redirectTo(address);
  const { state } = (await requestIn(store, pageRequest)).request;
  return showClosed(pageRequest, { state: state === "waiting" ? "expired" : state, address, status: 409 });
}
