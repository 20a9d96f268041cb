import { isStorable } from "@survey-open-platform/surveys";
import { PlatformError } from "../../errors.ts";
import { idIn } from "../../pages/id-in.ts";
import { notFound } from "../../pages/page-error.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { RateLimit } from "../../store/installation/policy.ts";
import { rateLimitKey } from "../../store/installation/rate-limit-table.ts";
import type { Store } from "../../store/store.ts";
import { findPerson } from "../../store/surveys/share-survey.ts";
import { listTeamsForUser, type TeamForUser } from "../../store/teams/team-table.ts";

/** Most teams of a user that a page offers. */
const offeredTeams = 100;
/** People that a user may look up: the answer says who has an account. */
const lookUps: RateLimit = { perMinute: 2, burst: 20 };

/** A user or a team that a form names, and how the audit log does. */
export interface Account {
  readonly accountId: number;
  readonly kind: "user" | "team";
  readonly name: string;
}

/** What a form names an account by, and the owner of the survey that it is about. */
interface NamedAccount {
  /** A username or a confirmed address; "" for none. */
  readonly person: string;
  /** The id of a team of the user; "" for none. */
  readonly team: string;
  readonly ownerId: number;
  /** Which of the teams of the user count. Default: all. */
  readonly isMeant?: (team: TeamForUser) => boolean;
}

/**
 * Finds the account that a form names. A person counts before a team.
 *
 * @returns or why there is none: `nothing` was named, the account is `unknown`, or it is the `owner`
 * @throws `PageError` `not_found`, `PlatformError` `request_rate_limited`
 */
export async function accountNamed(
  store: Store,
  pageRequest: UserRequest,
  { person, team, ownerId, isMeant = () => true }: NamedAccount,
): Promise<Account | "nothing" | "unknown" | "owner"> {
  const named = person.trim();
  if (named === "" && team === "") return "nothing";
  const account =
    named === ""
      ? await teamNamed(store, pageRequest, team, isMeant)
      : await personNamed(store, pageRequest, named);
  if (account === undefined) return "unknown";
  return account.accountId === ownerId ? "owner" : account;
}

async function teamNamed(
  store: Store,
  pageRequest: UserRequest,
  id: string,
  isMeant: (team: TeamForUser) => boolean,
): Promise<Account> {
  const team = (await teamsOf(store, pageRequest)).filter(isMeant).find((one) => one.id === idIn(id));
  if (team === undefined) throw notFound();
  return { accountId: team.id, kind: "team", name: team.name };
}

async function personNamed(
  store: Store,
  { session }: UserRequest,
  named: string,
): Promise<Account | undefined> {
  const key = rateLimitKey("people-looked-up", String(session.user.id));
  const refusal = await store.consumeTokens([{ key, limit: lookUps }]);
  if (refusal?.retryAfterSeconds !== undefined)
    throw new PlatformError("request_rate_limited", { retryAfterSeconds: refusal.retryAfterSeconds });
  const found = isStorable(named) ? await findPerson(store.reader, named) : undefined;
  return found && { accountId: found.id, kind: "user", name: found.username };
}

/** The teams of a user. */
export function teamsOf(store: Store, { session }: UserRequest): Promise<readonly TeamForUser[]> {
  const search = { userId: session.user.id, search: "", before: undefined, limit: offeredTeams };
  return listTeamsForUser(store.reader, search);
}
