import { createHmac } from "node:crypto";
import { redirectLocation } from "../../model/redirect-uri.ts";
import { hashToken, tokenPrefixes } from "../../model/token.ts";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { actorOf } from "../../session/actor.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { Session } from "../../session/page-request.ts";
import type { ConsentProblem } from "../../store/tokens/authorization-request-table.ts";
import type { Store } from "../../store/store.ts";

/** `POST /connect/oauth2/authorize/decision`: records the user's decision and redirects to the application. */
export function consentDecision(store: Store): PageRoute {
  return {
    method: "POST",
    path: "/connect/oauth2/authorize/decision",
    access: "user",
    async handle(pageRequest) {
      const { session } = pageRequest;
      const { request, decision } = await readOwnForm(pageRequest, ["request", "decision"]);
      if (decision !== "allow" && decision !== "deny") {
        throw new PageError("invalid_argument", { status: 400, detail: "decision" });
      }
      const code = codeFor(session, request);
      const outcome = await store.decideAuthorizationRequest({
        requestHash: hashToken(request),
        sessionHash: session.hash,
        actor: { ...actorOf(pageRequest), userId: session.user.id },
        decision,
        codeHash: hashToken(code),
      });
      if ("problem" in outcome) throw new PageError(outcome.problem, { status: statusOf(outcome.problem) });
      const result = decision === "allow" ? { code } : { error: "access_denied" };
      return redirectTo(redirectLocation(outcome.redirectUri, { ...result, state: outcome.state }));
    },
  };
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

function statusOf(problem: ConsentProblem): number {
  return problem === "already_answered" || problem === "other_user" ? 409 : 400;
}
