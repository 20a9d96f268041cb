import { shareRoles, surveyRightsOf } from "@survey-open-platform/surveys";
import { type RawBuilder, sql } from "kysely";
import { isTeamManager, teamRoles } from "../../model/team.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { recountListeners, stopWaiting, tellAuthor } from "./webhook-table.ts";

const roles = Object.values(teamRoles);

function listOf(numbers: readonly number[]): RawBuilder<unknown> {
  return sql.join(numbers.map((number) => sql.lit(number)));
}

/** Roles whose members manage the webhooks of the team's surveys. */
const surveyEditors = listOf(roles.filter((role) => surveyRightsOf({ role, isCreator: false }).has("edit")));
/** As what a survey is shared with those who manage its webhooks, by the number that is stored. */
const sharedEditors = listOf(
  shareRoles.flatMap((share, at) =>
    surveyRightsOf({ role: null, isCreator: false, share }).has("edit") ? [at + 1] : [],
  ),
);
/** Roles whose members manage the webhooks of the team. */
const teamManagers = listOf(roles.filter(isTeamManager));

/** Of a webhook `w`: the user with whose right it was added. Null for one of a team's application, and for one of a deleted user. */
const author = sql`coalesce((select g.user_id from grants g where g.id = w.grant_id), w.user_id)`;

/**
 * Whether a survey is one that a webhook `w` may hear of: an application hears of those that its user chose.
 *
 * @param surveyId the column that has the survey's id
 */
export function isWithinChoice(surveyId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(w.grant_id is null
    or not exists (select 1 from grants l where l.id = w.grant_id and l.only_chosen = 1)
    or exists (select 1 from grant_surveys c where c.grant_id = w.grant_id and c.survey_id = ${surveyId}))`;
}

/** Whether the survey of a webhook `w` is shared with the user `p`, or with a team of the user, who may then edit it. */
const isSharedEditor = sql<boolean>`exists (select 1 from survey_shares h
  where h.survey_id = w.survey_id and h.role in (${sharedEditors})
    and (h.account_id = p.id or h.account_id in (select x.team_id from team_members x where x.user_id = p.id)))`;

/**
 * Whether the user who added a webhook `w`, or gave it its address or switched it on last, still manages it. A webhook is no token: without this
 * question it would send every answer to a user who may not read one any more. What a team's application added belongs to the team.
 */
export const hasRightBehind: RawBuilder<boolean> = sql<boolean>`exists (
    select 1 from accounts o
      left join users p on p.id = coalesce(nullif(${author}, 0), case when o.kind = 'user' then o.id end)
      left join team_members m on m.team_id = o.id and m.user_id = p.id
    where o.id = coalesce(w.account_id, (select s.owner_id from surveys s where s.id = w.survey_id))
      and case
        when o.kind = 'team' and w.user_id = 0 and w.grant_id is null then 1 = 1
        else p.disabled = 0 and (p.id = o.id or m.role in (${teamManagers})
          or (w.survey_id is not null and m.role in (${surveyEditors}))
          or (w.grant_id is null and ${isSharedEditor}))
      end)
    and (w.survey_id is null or ${isWithinChoice(sql.ref("w.survey_id"))})`;

/** Which webhooks are switched off, and why. */
interface SwitchingOff {
  /** A condition on rows of `webhooks as w`. */
  readonly which: RawBuilder<boolean>;
  readonly reason: "revoked" | "owner_gone";
}

/** Switches webhooks off, and ends the deliveries that wait for them. @returns how many */
async function switchOffAll(transaction: StoreQueries, { which, reason }: SwitchingOff): Promise<number> {
  const switchedOff = await transaction.kysely
    .updateTable("webhooks as w")
    .set({ is_active: 0, off_reason: reason, off_at: nowMs, updated_at: nowMs })
    .where("w.is_active", "=", 1)
    .where(which)
    .returning(["id", "survey_id as surveyId"])
    .execute();
  for (const { id, surveyId } of switchedOff) {
    await stopWaiting(transaction, id);
    await tellAuthor(transaction, { webhookId: id, reason });
    if (surveyId !== null) await recountListenersOf(transaction, surveyId);
  }
  return switchedOff.length;
}

/**
 * Switches off the webhooks that applications added with grants. They would send an application what it may not read any more.
 *
 * @param grants a condition on rows of grants
 */
export async function switchOffWebhooksOf(
  transaction: StoreQueries,
  grants: RawBuilder<boolean>,
): Promise<void> {
  const which = sql<boolean>`w.grant_id in (select grants.id from grants where ${grants})`;
  await switchOffAll(transaction, { which, reason: "revoked" });
}

/** The events that wait for webhooks of an account, about surveys that they may not hear of. What was written of a survey before it was deleted is still sent. */
export const outsideChoice = sql<boolean>`w.account_id is not null and d.survey_id <> 0
  and not ${isWithinChoice(sql.ref("d.survey_id"))}
  and exists (select 1 from surveys s where s.id = d.survey_id and s.binned_at is null)`;

/**
 * Ends the events that wait for webhooks of accounts and are about surveys outside the choice. Of a webhook without one it reads nothing but the grant,
 * as this is asked before each delivery.
 *
 * @param which a condition on rows of `webhooks as w`
 */
export async function endEventsOutsideChoice(
  { kysely }: StoreQueries,
  which: RawBuilder<boolean>,
): Promise<void> {
  await sql`update webhook_deliveries set state = 'failed', due_at = null where id in (
    select d.id from webhooks w
      join grants g on g.id = w.grant_id and g.only_chosen = 1
      join webhook_deliveries d on d.webhook_id = w.id and d.due_at >= 0
    where ${which} and ${outsideChoice})`.execute(kysely);
}

/** Ends what a grant's choice does not hold any more: webhooks of single surveys, and events that wait for webhooks of the account. */
export async function endOutsideChoice(transaction: StoreQueries, grantId: number): Promise<void> {
  const which = sql<boolean>`w.grant_id = ${grantId} and w.survey_id is not null
    and not ${isWithinChoice(sql.ref("w.survey_id"))}`;
  await switchOffAll(transaction, { which, reason: "revoked" });
  await endEventsOutsideChoice(transaction, sql<boolean>`w.grant_id = ${grantId}`);
}

/** Switches off the webhooks of users who do not manage them any more; called after their rights have changed. @returns how many */
export async function switchOffWithoutRight(
  transaction: StoreQueries,
  userIds: readonly number[],
): Promise<number> {
  const which = sql<boolean>`${ofUsers(userIds)} and not ${hasRightBehind}`;
  return switchOffAll(transaction, { which, reason: "owner_gone" });
}

/** Switches off the webhooks of a survey that programs added; called after it was handed over, as they act for the owner before. */
export async function switchOffProgramsOf(transaction: StoreQueries, surveyId: number): Promise<void> {
  const which = sql<boolean>`w.survey_id = ${surveyId} and (w.grant_id is not null or w.user_id = 0)`;
  await switchOffAll(transaction, { which, reason: "owner_gone" });
}

/** Switches off the webhooks of a survey that have no right behind them any more; called after it was shared differently. */
export async function switchOffWithoutRightTo(transaction: StoreQueries, surveyId: number): Promise<void> {
  const which = sql<boolean>`w.survey_id = ${surveyId} and not ${hasRightBehind}`;
  await switchOffAll(transaction, { which, reason: "owner_gone" });
}

/** Switches off those webhooks, of some, that have no right behind them: for a right that ended beside the addition. */
export async function switchOffOutlived(
  transaction: StoreQueries,
  webhookIds: readonly number[],
): Promise<void> {
  const which = sql<boolean>`w.id in (${sql.join(webhookIds)}) and not ${hasRightBehind}`;
  await switchOffAll(transaction, { which, reason: "owner_gone" });
}

/** Each part has an index: there may be many webhooks. */
function ofUsers(userIds: readonly number[]): RawBuilder<boolean> {
  const users = sql.join(userIds);
  return sql<boolean>`(w.user_id in (${users}) or w.account_id in (${users})
    or w.grant_id in (select g.id from grants g where g.user_id in (${users}))
    or w.survey_id in (select s.id from surveys s where s.owner_id in (${users})))`;
}

/** How many webhooks send events with the right of a user. @param teamId of one team alone */
export async function countWebhooksOf(
  { kysely }: StoreQueries,
  { userId, teamId }: { readonly userId: number; readonly teamId?: number },
): Promise<number> {
  const owner = sql`coalesce(w.account_id, (select s.owner_id from surveys s where s.id = w.survey_id))`;
  const { count } = await kysely
    .selectFrom("webhooks as w")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("w.is_active", "=", 1)
    .where(ofUsers([userId]))
    .$if(teamId !== undefined, (query) => query.where(sql<boolean>`${owner} = ${teamId}`))
    .executeTakeFirstOrThrow();
  // Engines differ in the type that they count in.
  return Number(count);
}

/** The lock of the survey is not held: once its row is locked, the count is of what others have committed. */
async function recountListenersOf(transaction: StoreQueries, surveyId: number): Promise<void> {
  await transaction.kysely
    .updateTable("surveys")
    .set((eb) => ({ answer_webhooks: eb.ref("answer_webhooks") }))
    .where("id", "=", surveyId)
    .execute();
  await recountListeners(transaction, { kind: "survey", id: surveyId });
}
