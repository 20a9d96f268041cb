import type { FaultCommand } from "./command.ts";
import { clock } from "./commands/clock.ts";
import { diskErrors } from "./commands/disk-errors.ts";
import { failover } from "./commands/failover.ts";
import { failoverPatroni } from "./commands/failover-patroni.ts";
import { floods } from "./commands/floods.ts";
import { histories } from "./commands/histories.ts";
import { hubFailover } from "./commands/hub-failover.ts";
import { hubKills } from "./commands/hub-kills.ts";
import { isolation } from "./commands/isolation.ts";
import { kills } from "./commands/kills.ts";
import { powerCut } from "./commands/power-cut.ts";
import { races } from "./commands/races.ts";
import { submissions } from "./commands/submissions.ts";
import { webhooks } from "./commands/webhooks.ts";
import { rollingRestart } from "./commands/rolling-restart.ts";

/** Every command, in the order in which a run without names takes them. */
export const commands: readonly FaultCommand[] = [
  races,
  histories,
  kills,
  submissions,
  webhooks,
  clock,
  powerCut,
  diskErrors,
  isolation,
  failover,
  failoverPatroni,
  floods,
  rollingRestart,
  hubKills,
  hubFailover,
];
