import type { TeamPlan } from "../../model/team.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** The plan that a team is about to get. */
export interface PlanChange {
  readonly teamId: number;
  readonly plan: TeamPlan;
  readonly actor: Actor;
}

/** Changes the plan of a team: token calls read it with each request. */
export async function setTeamPlan(
  transaction: StoreQueries,
  { teamId, plan, actor }: PlanChange,
): Promise<"changed" | "unchanged" | "not_found"> {
  const { kysely } = transaction;
  const team = await kysely.selectFrom("teams").select("plan").where("id", "=", teamId).executeTakeFirst();
  if (team === undefined) return "not_found";
  if (team.plan === plan) return "unchanged";
  await kysely.updateTable("teams").set({ plan }).where("id", "=", teamId).execute();
  const target = { kind: "team", name: String(teamId) } as const;
  await recordAudit(transaction, {
    actor,
    action: "team.plan_changed",
    target,
    before: { plan: team.plan },
    after: { plan },
  });
  return "changed";
}
