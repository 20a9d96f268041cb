import { test } from "vitest";
import { submissions } from "../src/commands/submissions.ts";
import { expectKept } from "./support/expect-kept.ts";

test("answers that were confirmed are there once, counted once, and have one event each, whatever was killed", async () => {
  await expectKept(submissions);
});
