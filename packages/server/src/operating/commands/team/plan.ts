import { type Command, UsageError } from "@survey-open-platform/service";
import { teamPlans, type TeamPlan } from "../../../model/team.ts";
import { namedTeamId } from "../find-for-command.ts";
import {
  operatorArguments,
  runOnStore,
  textOption,
  type CommandResult,
  type OperatorContext,
} from "../operator-command.ts";
import { setTeamPlan } from "../../../store/teams/team-administration.ts";

/** `sop team plan`: changes what a team has subscribed to. */
export const teamPlanCommand: Command = {
  meta: { name: "team plan", description: "Change the plan of a team; only premium includes the interface" },
  args: {
    team: { type: "positional", required: false, description: "The name of the team." },
    plan: { type: "positional", required: false, description: `One of ${teamPlans.join(", ")}.` },
    ...operatorArguments,
  },
  async run({ args }) {
    const team = textOption(args, "team");
    if (team === undefined) throw new UsageError("TEAM is missing: the name of the team");
    const plan = teamPlans.find((known) => known === args["plan"]);
    if (plan === undefined) throw new UsageError(`PLAN has to be one of ${teamPlans.join(", ")}`);
    await runOnStore("team plan", args, (context) => setPlan(context, team, plan));
  },
};

async function setPlan(
  { store, actor }: OperatorContext,
  team: string,
  plan: TeamPlan,
): Promise<CommandResult> {
  const teamId = await namedTeamId(store, team);
  const outcome = await store.write(setTeamPlan, { teamId, plan, actor });
  return {
    text:
      outcome === "changed" ? `The plan of ${team} is ${plan}.` : `The plan of ${team} was ${plan} already.`,
    json: { changed: outcome === "changed", team: { id: teamId, name: team, plan } },
  };
}
