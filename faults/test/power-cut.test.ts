import { test } from "vitest";
import { engines } from "../src/command.ts";
import { powerCut } from "../src/commands/power-cut.ts";
import { expectKept } from "./support/expect-kept.ts";

// Each engine has the time limit for itself: the control may take three attempts.
test.each(engines)(
  "what was answered as done is still done after a power cut, and without syncing it would not be: %s",
  async (engine) => {
    await expectKept(powerCut, [engine]);
  },
);
