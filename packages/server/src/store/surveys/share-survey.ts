import { surveyLock, type ShareRole } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { endRightsTo } from "./end-survey-rights.ts";
import { listShares, numberOfRole } from "./survey-share-table.ts";

/** Accounts that one survey can be shared with. */
const mostShares = 100;

/** A survey and whom it is to be shared with, as what. */
export interface Sharing {
  readonly surveyId: number;
  readonly title: string;
  readonly accountId: number;
  /** As the audit log names the account. */
  readonly name: string;
  readonly role: ShareRole;
  readonly actor: Actor;
  /** The nickname of who shares it, for the mail. */
  readonly sharedBy: string;
}

/** Shares a survey, or changes as what. A user gets a mail about it the first time. @returns false when it is shared with too many */
export async function shareSurvey(transaction: StoreQueries, sharing: Sharing): Promise<boolean> {
  const { surveyId, title, accountId, name, role, actor, sharedBy } = sharing;
  const shares = await listShares(transaction, surveyId);
  const known = shares.find((share) => share.accountId === accountId);
  if (known?.role === role) return true;
  if (known === undefined && shares.length >= mostShares) return false;
  await transaction.kysely
    .insertInto("survey_shares")
    .values({ survey_id: surveyId, account_id: accountId, role: numberOfRole(role), created_at: nowMs })
    .onConflict((conflict) =>
      conflict.columns(["survey_id", "account_id"]).doUpdateSet({ role: numberOfRole(role) }),
    )
    .execute();
  await endRightsTo(transaction, surveyId);
  if (known === undefined)
    await queueMail(
      transaction,
      { kind: "survey_shared", facts: { surveyId, title, sharedBy, role } },
      { userId: accountId },
    );
  await recordAudit(transaction, {
    actor,
    action: "survey.shared",
    target: { kind: "survey", name: String(surveyId) },
    ...(known && { before: { with: known.username ?? known.name, role: known.role } }),
    after: { with: name, role },
  });
  return true;
}
shareSurvey.locks = ({ surveyId }: Sharing) => [surveyLock(surveyId)];

/** A share that ends. */
export interface ShareEnd {
  readonly surveyId: number;
  readonly accountId: number;
  readonly actor: Actor;
}

/** Shares a survey no longer. The next request of who lost it is refused, and webhooks that had that right behind them end. @returns false when there was no such share */
export async function endShare(
  transaction: StoreQueries,
  { surveyId, accountId, actor }: ShareEnd,
): Promise<boolean> {
  const known = (await listShares(transaction, surveyId)).find((share) => share.accountId === accountId);
  if (known === undefined) return false;
  await transaction.kysely
    .deleteFrom("survey_shares")
    .where("survey_id", "=", surveyId)
    .where("account_id", "=", accountId)
    .execute();
  await endRightsTo(transaction, surveyId);
  await recordAudit(transaction, {
    actor,
    action: "survey.unshared",
    target: { kind: "survey", name: String(surveyId) },
    before: { with: known.username ?? known.name, role: known.role },
  });
  return true;
}
endShare.locks = ({ surveyId }: ShareEnd) => [surveyLock(surveyId)];

/** A user that a survey can be shared with. */
export interface KnownPerson {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
}

/**
 * Finds a user by the username, or by the confirmed address where one user alone has it.
 *
 * @returns undefined where there is none, for several, for a disabled user, and for accounts that an application registered
 */
export async function findPerson(
  { kysely }: StoreQueries,
  nameOrAddress: string,
): Promise<KnownPerson | undefined> {
  const people = await kysely
    .selectFrom("users as u")
    .leftJoin("third_party_accounts as p", "p.user_id", "u.id")
    .select(["u.id", "u.username", "u.nickname"])
    .where("u.disabled", "=", 0)
    .where("p.user_id", "is", null)
    .where((eb) =>
      eb.or([
        eb("u.username", "=", nameOrAddress),
        eb.and([eb("u.email", "is not", null), sql<boolean>`lower(u.email) = lower(${nameOrAddress})`]),
      ]),
    )
    .limit(3)
    .execute();
  return (
    people.find(({ username }) => username === nameOrAddress) ?? (people.length === 1 ? people[0] : undefined)
  );
}
