import { createHmac } from "node:crypto";
import { hashToken, tokenPrefixes } from "../../model/token.ts";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { actorOf } from "../../session/actor.ts";
import { readAnyForm, usualFormBytes, valuesOf } from "../../session/read-form.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { PageRequest, Session } from "../../session/page-request.ts";
import type { DescribedClient } from "../../store/applications/client-application-table.ts";
import {
  findPendingClientId,
  type ConsentOutcome,
  type ConsentProblem,
} from "../../store/tokens/decide-authorization-request.ts";
import { clientProblemPage } from "../clients/client-problem.ts";
import type { ClientSources } from "../clients/oauth-client.ts";
import { deviceDoneAddress } from "../oauth/device/device-pages.tsx";
import type { FindAddresses } from "../oauth/issuer.ts";
import { pushedIdIn } from "../oauth/par-endpoint.ts";
import { endPushedRequest } from "../../store/tokens/pushed-request-table.ts";
import { authorizationResponse } from "./authorization-response.tsx";
import { type ChoiceProblem, keepOpenChoice } from "../../store/tokens/survey-choice-table.ts";
import { shownAgainAddress, submittedChoice } from "./choice-form.ts";

/** `POST /connect/oauth2/authorize/decision`: records the user's decision and redirects to the application. */
export function consentDecision({ store, described }: ClientSources, addresses: FindAddresses): PageRoute {
  return {
    method: "POST",
    path: "/connect/oauth2/authorize/decision",
    access: "user",
    async handle(pageRequest) {
      const { session } = pageRequest;
      const fields = await readAnyForm(pageRequest, session.token, usualFormBytes);
      const { request, decision } = valuesOf(fields, ["request", "decision", "link", "look", "q", "surveys"]);
      const page = { requestHash: hashToken(request), sessionHash: session.hash };
      const choice = submittedChoice(fields);
      if (fields.has("look")) {
        const isKept = await store.write(keepOpenChoice, { ...page, userId: session.user.id, choice });
        if (!isKept) throw new PageError("request_expired", { status: 400 });
        return redirectTo(shownAgainAddress(fields, pageRequest));
      }
      if (decision !== "allow" && decision !== "deny") {
        throw new PageError("invalid_argument", { status: 400, detail: "decision" });
      }
      const code = codeFor(session, request);
      const outcome = await store.decideAuthorizationRequest({
        ...page,
        actor: { ...actorOf(pageRequest), userId: session.user.id },
        decision,
        choice,
        client: await describedClient({ store, described }, page, pageRequest),
        codeHash: hashToken(code),
      });
      if ("problem" in outcome) return showProblem(outcome.problem, fields, pageRequest);
      if ("isForDevice" in outcome) return redirectTo(deviceDoneAddress(decision));
      await endPushed(store, fields);
      // The issuer's name keeps a client of several servers from taking this code to another one (RFC 9207).
      return sendBack(outcome, { decision, code, iss: addresses()?.issuer }, pageRequest);
    },
  };
}

type DecidedConsent = Exclude<ConsentOutcome, { readonly problem: ConsentProblem }>;

/** Back to the application with what was decided. */
function sendBack(
  outcome: Exclude<DecidedConsent, { readonly isForDevice: true }>,
  {
    decision,
    code,
    iss,
  }: { readonly decision: "allow" | "deny"; readonly code: string; readonly iss: string | undefined },
  pageRequest: PageRequest,
): Promise<Response> {
  const { state, responseMode } = outcome;
  const result = decision === "allow" ? { code } : { error: "access_denied" };
  if (responseMode === null) return authorizationResponse(outcome, { ...result, state }, pageRequest);
  const error_description = decision === "deny" ? "The user did not allow it." : undefined;
  return authorizationResponse(outcome, { ...result, error_description, state, iss }, pageRequest);
}

/** What an application pushed is for one use (RFC 9126, section 4). The page has the link that it was opened with. */
async function endPushed(store: ClientSources["store"], fields: URLSearchParams): Promise<void> {
  const [, query = ""] = (fields.get("link") ?? "").split(/\?(.*)/s, 2);
  const id = pushedIdIn(new URLSearchParams(query).get("request_uri") ?? undefined);
  if (id !== undefined) await store.write(endPushedRequest, hashToken(id));
}

/** The client of a request that has no row yet, as it describes itself now. @throws `PageError` when it no longer may ask */
async function describedClient(
  { store, described }: ClientSources,
  page: Parameters<typeof findPendingClientId>[1],
  { address }: PageRequest,
): Promise<DescribedClient | undefined> {
  const clientId = await findPendingClientId(store.reader, page);
  if (clientId === undefined) return undefined;
  const client = await described.find(clientId, address);
  if ("problem" in client) throw clientProblemPage(client);
  return client;
}

/** A choice that cannot be recorded is asked for again. @throws `PageError` */
function showProblem(problem: ConsentProblem, fields: URLSearchParams, pageRequest: PageRequest): Response {
  if (problem === "nothing_chosen") return redirectTo(shownAgainAddress(fields, pageRequest, problem));
  // The page says why when it is shown again.
  if (problem === "choice_too_early") return redirectTo(shownAgainAddress(fields, pageRequest));
  throw new PageError(problem, { status: statusOf(problem) });
}

/**
 * The code of a consent page, derived from two values of 192 random bits that only this browser has. The
 * same page therefore always gives the same code, and a form that is sent twice leads to the same place.
 */
function codeFor(session: Session, request: string): string {
  const digest = createHmac("sha256", session.token)
    .update("code")
    .update("\0")
    .update(request)
    .digest("base64url");
  return tokenPrefixes.authorizationCode + digest.slice(0, 32);
}

function statusOf(problem: Exclude<ConsentProblem, ChoiceProblem>): number {
  return problem === "already_answered" || problem === "other_user" ? 409 : 400;
}
