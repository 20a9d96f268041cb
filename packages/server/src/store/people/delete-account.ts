import { forgetRespondents } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import { teamRoles } from "../../model/team.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { userLock, administratorLock, applicationLock, teamLock } from "../statements/locks.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { countWebhooksOf, switchOffWithoutRight } from "../webhooks/webhook-rights.ts";

/** What is deleted with an account, in numbers. */
export interface OwnedCounts {
  readonly surveys: number;
  readonly answers: number;
  readonly applications: number;
  /** People who authorized those applications. */
  readonly authorizations: number;
  readonly memberships: number;
  /** Applications that the user authorized. */
  readonly grants: number;
  /** Webhooks that the user added. */
  readonly webhooks: number;
}

/** Counts what is deleted with an account. */
export async function countOwned(queries: StoreQueries, userId: number): Promise<OwnedCounts> {
  type Counted = Exclude<keyof OwnedCounts, "webhooks">;
  const { rows } = await sql<Readonly<Record<Counted, number | string>>>`select
    (select count(*) from surveys where owner_id = ${userId}) as surveys,
    (select coalesce(sum(answer_count), 0) from surveys where owner_id = ${userId}) as answers,
    (select count(*) from applications where owner_id = ${userId}) as applications,
    (select count(*) from grants g join applications a on a.id = g.application_id
      where a.owner_id = ${userId} and g.revoked_at is null) as authorizations,
    (select count(*) from team_members where user_id = ${userId}) as memberships,
    (select count(*) from grants where user_id = ${userId} and revoked_at is null) as grants`.execute(
    queries.kysely,
  );
  // Engines differ in the type that they count in.
  const count = (name: Counted) => Number(rows[0]?.[name] ?? 0);
  return {
    surveys: count("surveys"),
    answers: count("answers"),
    applications: count("applications"),
    authorizations: count("authorizations"),
    memberships: count("memberships"),
    grants: count("grants"),
    webhooks: await countWebhooksOf(queries, { userId }),
  };
}

/** The locks that the deletion of an account holds: of its applications, of its teams, and of the administrators. */
export async function deletionLocks({ kysely }: StoreQueries, userId: number): Promise<readonly string[]> {
  const applications = await kysely
    .selectFrom("applications")
    .select("appid")
    .where("owner_id", "=", userId)
    .execute();
  const teams = await kysely
    .selectFrom("team_members")
    .select("team_id")
    .where("user_id", "=", userId)
    .execute();
  return [
    administratorLock,
    ...applications.map(({ appid }) => applicationLock(appid)),
    ...teams.map((team) => teamLock(team.team_id)),
  ];
}

/** Why an account cannot be deleted: without it a team has no creator, or the platform no administrator, or answers of others would go with it. */
export type DeletionProblem =
  | { readonly problem: "last_creator"; readonly teams: readonly string[] }
  | { readonly problem: "last_administrator" }
  /** Only where the user, and not somebody who decides about the account, deletes it. */
  | { readonly problem: "owns_surveys"; readonly surveys: number };

/** Whether a user is the only administrator that is left: without one, no user could administer the platform. */
export async function isLastAdministrator({ kysely }: StoreQueries, userId: number): Promise<boolean> {
  const rows = await kysely
    .selectFrom("users")
    .select("id")
    .where("administrator", "=", 1)
    .where("disabled", "=", 0)
    .limit(2)
    .execute();
  return rows.length === 1 && rows[0]?.id === userId;
}

/** Finds what keeps an account from being deleted. */
export async function findDeletionProblem(
  queries: StoreQueries,
  userId: number,
): Promise<DeletionProblem | undefined> {
  const teams = await queries.kysely
    .selectFrom("team_members as m")
    .innerJoin("teams as t", "t.id", "m.team_id")
    .select("t.name")
    .where("m.user_id", "=", userId)
    .where("m.role", "=", teamRoles.creator)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("team_members as o")
            .innerJoin("users as u", "u.id", "o.user_id")
            .select("o.user_id")
            .whereRef("o.team_id", "=", "m.team_id")
            .where("o.role", "=", teamRoles.creator)
            .where("o.user_id", "!=", userId)
            .where("u.disabled", "=", 0),
        ),
      ),
    )
    .orderBy("t.name")
    .execute();
  if (teams.length > 0) return { problem: "last_creator", teams: teams.map(({ name }) => name) };
  return (await isLastAdministrator(queries, userId)) ? { problem: "last_administrator" } : undefined;
}

/**
 * Deletes an account with everything that belongs to it. Surveys of teams stay: a creator of the team takes them over.
 * The locks of {@link deletionLocks} have to be held.
 *
 * @returns the problem; undefined when it was deleted
 */
export async function deleteAccount(
  transaction: StoreQueries,
  { userId, username }: { readonly userId: number; readonly username: string },
  actor: Actor,
): Promise<DeletionProblem | undefined> {
  const problem = await findDeletionProblem(transaction, userId);
  if (problem !== undefined) return problem;
  const counts = await countOwned(transaction, userId);
  await removeAccounts(transaction, [userId]);
  const target = { kind: "user", name: username } as const;
  await recordAudit(transaction, { actor, action: "user.deleted", target, before: { ...counts } });
  return undefined;
}

/** {@link findDeletionProblem} of a user's own account, whose surveys have to be handed over or deleted first. Those in the bin are. */
export async function findOwnDeletionProblem(
  queries: StoreQueries,
  userId: number,
): Promise<DeletionProblem | undefined> {
  const problem = await findDeletionProblem(queries, userId);
  if (problem !== undefined) return problem;
  const surveys = await countOwnSurveys(queries, userId);
  return surveys > 0 ? { problem: "owns_surveys", surveys } : undefined;
}

/** How many surveys a user owns, without those in the bin. */
export async function countOwnSurveys({ kysely }: StoreQueries, userId: number): Promise<number> {
  const { surveys } = await kysely
    .selectFrom("surveys")
    .select((eb) => eb.fn.countAll().as("surveys"))
    .where("owner_id", "=", userId)
    .where("binned_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(surveys);
}

/** {@link deleteAccount} of the actor. */
export async function deleteOwnAccount(
  transaction: StoreQueries,
  userId: number,
  actor: Actor,
): Promise<DeletionProblem | undefined> {
  const problem = await findOwnDeletionProblem(transaction, userId);
  if (problem !== undefined) return problem;
  return deleteAccount(transaction, { userId, username: actor.username }, actor);
}
deleteOwnAccount.locks =
  (userId: number, { username }: Actor) =>
  async (reader: StoreQueries) => [userLock(username), ...(await deletionLocks(reader, userId))];

/**
 * Deletes users with everything that belongs to them. Every team of theirs needs another creator, who takes over their
 * surveys. Answers that they gave to surveys of others stay, without their names.
 */
export async function removeAccounts(transaction: StoreQueries, userIds: readonly number[]): Promise<void> {
  const { kysely } = transaction;
  await kysely.deleteFrom("surveys").where("owner_id", "in", userIds).execute();
  await forgetRespondents(transaction, userIds);
  await kysely
    .updateTable("surveys")
    .set({
      creator_user_id: sql<number>`(select min(m.user_id) from team_members m where m.team_id = surveys.owner_id and m.role = ${sql.lit(teamRoles.creator)} and m.user_id not in (${sql.join(userIds)}))`,
    })
    .where("creator_user_id", "in", userIds)
    .execute();
  for (const table of ["survey_drafts", "survey_draft_history"] as const)
    await kysely
      .updateTable(table)
      .set({ editor_user_id: 0 })
      .where("editor_user_id", "in", userIds)
      .execute();
  await kysely.deleteFrom("applications").where("owner_id", "in", userIds).execute();
  await kysely.deleteFrom("users").where("id", "in", userIds).execute();
  await kysely.deleteFrom("accounts").where("id", "in", userIds).execute();
  await switchOffWithoutRight(transaction, userIds);
}
