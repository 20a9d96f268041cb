import { PlatformError } from "../../../errors.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { idParameter, integerParameter, pageBounds, ParameterProblem } from "../../../http/parameters.ts";
import type { PlatformZone } from "@survey-open-platform/surveys";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import type { Store } from "../../../store/store.ts";
import type { TeamPrincipal } from "../../../store/tokens/team-token-table.ts";
import type { UserPrincipal } from "../../../store/tokens/user-token-table.ts";
import { surveyListJson, surveyListSchema } from "./survey-wire.ts";
import { authenticate, isBearer, reachOf, tokenCheck, tokenErrors } from "../token-authentication.ts";
import { scopesOf } from "../../../model/scopes.ts";

const perPageBounds = { minimum: 1, maximum: 100 };
const idBounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const parameters = tokenParameters.extend({
  openid: idParameter(
    "User mode: the token's own openid, required. Team mode: a member's, to narrow the list",
    128,
  ).optional(),
  user_id: integerParameter(
    "Team mode: a member's id, to narrow the list, or the team's own",
    idBounds,
  ).optional(),
  page: integerParameter("Page of the list, from 1; default 1", pageBounds).default(1),
  // More is refused: with numbered pages, a client that got fewer than it asked for would pass over the rest.
  per_page: integerParameter("Surveys on a page, at most 100; default 20", perPageBounds).default(20),
});

/** Whose surveys are asked for, of all those that the token reaches. */
interface Narrowing {
  readonly openid?: string | undefined;
  readonly user_id?: number | undefined;
}

/** `GET /api/surveys`: a user's or a team's surveys by ascending id. */
export function surveyListEndpoint(store: Store, zone: PlatformZone) {
  return defineEndpoint({
    operationId: "listSurveys",
    bearerScopes: scopesOf("surveys:read"),
    path: "/api/surveys",
    summary: "List surveys",
    description:
      "With a user access token, the user's surveys, or those of them that the user chose for the application; openid is required. With a team access token, the team's surveys.",
    parameters,
    data: surveyListSchema,
    errors: [...tokenErrors, "claim_error"],
    checkToken: tokenCheck(store),
    *read({ page, per_page: perPage, ...given }, request) {
      const principal = yield* authenticate(store, given);
      if (principal instanceof PlatformError) return principal;
      const creatorUserId = yield* creatorToNarrowTo(store, principal, given);
      const part = yield* store.listSurveys({ reach: reachOf(principal), creatorUserId, page, perPage });
      if (part.list.length === 0) request.noteEmptyPage();
      return surveyListJson(part.total, part.list, zone);
    },
  });
}

function* creatorToNarrowTo(
  store: Store,
  principal: UserPrincipal | TeamPrincipal,
  narrowing: Narrowing,
): StoreSteps<number | undefined> {
  if (principal.mode === "team") return yield* memberToNarrowTo(store, principal.teamId, narrowing);
  // A bearer token says by itself whose surveys it is about.
  const openid = narrowing.openid ?? (isBearer(principal) ? principal.openid : undefined);
  if (openid === undefined) throw new ParameterProblem("openid", "is missing");
  const actsForIt =
    openid === principal.openid && (narrowing.user_id ?? principal.userId) === principal.userId;
  if (!actsForIt)
    throw new PlatformError("claim_error", {
      message: "The openid or user_id is not that of the token's user.",
    });
  return undefined;
}

function* memberToNarrowTo(
  store: Store,
  teamId: number,
  narrowing: Narrowing,
): StoreSteps<number | undefined> {
  const { openid, user_id: userId } = narrowing;
  const byOpenid = openid === undefined ? undefined : yield* store.findTeamMemberByOpenid({ teamId, openid });
  if (openid !== undefined && byOpenid === undefined) throw noMember();
  if (userId === undefined || userId === teamId) return byOpenid;
  const agrees = byOpenid === undefined || byOpenid === userId;
  if (!agrees || !(yield* store.isTeamMember({ teamId, userId }))) throw noMember();
  return userId;
}

function noMember(): PlatformError {
  return new PlatformError("claim_error", {
    message: "The openid or user_id is not that of a member of the team.",
  });
}
