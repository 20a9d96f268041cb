import { factorChanges, type FactorChange, type MailContent } from "../../model/mail.ts";
import { isTeamManager, teamRoles } from "../../model/team.ts";
import type { AuditEntry } from "../audit/audit-entry.ts";
import { sql } from "kysely";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { queueMail } from "./queue-mail.ts";

type Announce = (transaction: StoreQueries, entry: AuditEntry) => Promise<void>;

const aboutPassword: Announce = (transaction, { target }) =>
  tellUser(transaction, target.name, (userId) =>
    queueMail(transaction, { kind: "password_changed", facts: { username: target.name } }, { userId }),
  );

/** What of the audit log is also written to people. What is not audited is written where it happens. */
const announcements: Readonly<Record<string, Announce>> = {
  "password.changed": aboutPassword,
  "password.reset": aboutPassword,
  "secret.made": (transaction, { target }) => tellOwners(transaction, target.name, "secret_made"),
  "application.disabled": (transaction, { target }) =>
    tellOwners(transaction, target.name, "application_disabled"),
  ...Object.fromEntries(factorChanges.map((change) => [change, aboutFactor(change)])),
};

/** Writes the mails that changes cause, in the transaction of the changes. */
export async function queueMailsOfAudit(
  transaction: StoreQueries,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (transaction.sendsMail !== true) return;
  for (const entry of entries)
    if (Object.hasOwn(announcements, entry.action)) await announcements[entry.action]?.(transaction, entry);
}

function aboutFactor(change: FactorChange): Announce {
  return (transaction, { target: { name: username } }) =>
    tellUser(transaction, username, (userId) =>
      queueMail(transaction, { kind: "second_factor", facts: { username, change } }, { userId }),
    );
}

async function tellUser(
  { kysely }: StoreQueries,
  username: string,
  tell: (userId: number) => Promise<unknown>,
): Promise<void> {
  const user = await kysely
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirst();
  if (user !== undefined) await tell(user.id);
}

/** Roles whose members manage the applications of a team. */
const managers = Object.values(teamRoles).filter(isTeamManager);

/** Tells who manages an application: its owner, or the managers of the team that it belongs to. */
async function tellOwners(
  transaction: StoreQueries,
  appid: string,
  kind: "secret_made" | "application_disabled" | "secret_ending",
  endsAt = 0,
): Promise<void> {
  const { kysely } = transaction;
  const application = await kysely
    .selectFrom("applications")
    .select(["name", "owner_id as ownerId"])
    .where("appid", "=", appid)
    .executeTakeFirst();
  if (application === undefined) return;
  const { name, ownerId } = application;
  const members = await kysely
    .selectFrom("team_members")
    .select("user_id as userId")
    .where("team_id", "=", ownerId)
    .where("role", "in", managers)
    .execute();
  const path = members.length > 0 ? `/teams/${ownerId}/credentials` : `/console/applications/${appid}`;
  const facts = { application: name, appid, path };
  const content: MailContent =
    kind === "secret_ending" ? { kind, facts: { ...facts, endsAt } } : { kind, facts };
  for (const userId of [ownerId, ...members.map((member) => member.userId)])
    await queueMail(transaction, content, { userId });
}

/** How long before its end a secret is announced. */
const announcedMilliseconds = 3 * 86_400_000;
const announcedAtATime = 50;

/** Writes of secrets that end within three days, once for each. */
export async function queueEndingSecrets(transaction: StoreQueries): Promise<void> {
  if (transaction.sendsMail !== true) return;
  const ending = await transaction.kysely
    .updateTable("application_secrets")
    .set({ end_announced: 1 })
    .where("hash", "in", (eb) =>
      eb
        .selectFrom("application_secrets")
        .select("hash")
        .where("end_announced", "=", 0)
        .where("expires_at", ">", nowMs)
        .where("expires_at", "<=", sql<number>`${nowMs} + ${sql.lit(announcedMilliseconds)}`)
        .limit(announcedAtATime),
    )
    .where("end_announced", "=", 0)
    .returning(["application_id as applicationId", "expires_at as endsAt"])
    .execute();
  for (const { applicationId, endsAt } of ending) {
    const application = await transaction.kysely
      .selectFrom("applications")
      .select("appid")
      .where("id", "=", applicationId)
      .executeTakeFirstOrThrow();
    await tellOwners(transaction, application.appid, "secret_ending", endsAt ?? 0);
  }
}
