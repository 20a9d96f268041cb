import { runSteps } from "@survey-open-platform/database";
import { z } from "zod";
import { PlatformError, type ErrorType } from "../../errors.ts";
import type { tokenParameters } from "../../http/known-parameters.ts";
import { integerParameter, ParameterProblem } from "../../http/parameters.ts";
import type { Actor } from "../../store/audit/audit-log-table.ts";
import { findApplicationId } from "../../store/applications/application-table.ts";
import { findOrg, type Org } from "../../store/teams/org-table.ts";
import type { StoreSteps } from "../../store/statements/queries.ts";
import type { Store } from "../../store/store.ts";
import { authenticate, type Principal } from "./token-authentication.ts";
import { nameOfApplication } from "./../../store/audit/name-of-application.ts";
import type { AuthorizedWrite } from "./write-endpoint.ts";

/** The application of a team, in a call that it makes with its team token. */
export interface TeamCaller {
  readonly teamId: number;
  readonly applicationId: number;
  readonly actor: Actor;
}

/** The largest id that JSON numbers hold exactly. */
export const idBounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const idInPath = z.compile(integerParameter("An id", idBounds));

/** An id in a path. @throws `PlatformError` `invalid_argument` */
export function numberIn(path: Readonly<Record<string, string>>, name: string): number {
  const parsed = idInPath.safeParse(path[name]);
  if (!parsed.success) throw new ParameterProblem(name, "must be a whole number");
  return parsed.data;
}

/**
 * The application that reads with a token. A user's token has no part in accounts, teams and contacts.
 *
 * @returns or why the token is refused
 * @throws `PlatformError` `claim_error`
 */
export function* readingTeam(
  store: Store,
  token: z.output<typeof tokenParameters>,
): StoreSteps<TeamCaller | PlatformError> {
  const principal = yield* authenticate(store, token);
  return principal instanceof PlatformError ? principal : yield* callerOf(principal, token.appid, "");
}

/** The application that writes with a token. @throws `PlatformError` `claim_error` */
export function writingTeam({
  principal,
  appid,
  address,
  transaction,
}: Pick<AuthorizedWrite<unknown>, "principal" | "appid" | "address" | "transaction">): Promise<TeamCaller> {
  return runSteps(transaction, callerOf(principal, appid, address.text));
}

function* callerOf(principal: Principal, appid: string, address: string): StoreSteps<TeamCaller> {
  if (principal.mode !== "team")
    throw new PlatformError("claim_error", { message: "This call is for team access tokens only." });
  const applicationId = yield* findApplicationId(appid);
  if (applicationId === undefined) throw new PlatformError("invalid_token");
  const actor = { userId: null, username: nameOfApplication(appid), address };
  return { teamId: principal.teamId, applicationId, actor };
}

/** Finds the team that a path names, within the reach of an application. @throws `PlatformError` of `type` */
export function* reachableTeam(
  { teamId: ownTeamId, applicationId }: TeamCaller,
  teamId: number,
  type: ErrorType,
): StoreSteps<Org> {
  const org = yield* findOrg({ teamId, ownTeamId, applicationId });
  if (org === undefined) throw new PlatformError(type);
  return org;
}

/** @throws what `outcome` is, when it is an error */
export function refuseProblem<Outcome>(outcome: Outcome | PlatformError): Outcome {
  if (outcome instanceof PlatformError) throw outcome;
  return outcome;
}
