import type { FaultCommand } from "./command.ts";
import { clock } from "./commands/clock.ts";
import { diskErrors } from "./commands/disk-errors.ts";
import { floods } from "./commands/floods.ts";
import { histories } from "./commands/histories.ts";
import { isolation } from "./commands/isolation.ts";
import { kills } from "./commands/kills.ts";
import { powerCut } from "./commands/power-cut.ts";
import { races } from "./commands/races.ts";
import { rollingRestart } from "./commands/rolling-restart.ts";

/** Every command, in the order in which a run without names takes them. */
export const commands: readonly FaultCommand[] = [
  races,
  histories,
  kills,
  clock,
  powerCut,
  diskErrors,
  isolation,
  floods,
  rollingRestart,
];
