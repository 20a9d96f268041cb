import { test } from "vitest";
import { mails } from "../src/commands/mails.ts";
import { expectKept } from "./support/expect-kept.ts";

// Each waits for the lease of a killed node, so they are one test for each engine.
test.each(["sqlite", "postgres"] as const)(
  "no mail is lost or there twice when nodes are killed and the mail server misbehaves (%s)",
  async (engine) => {
    await expectKept(mails, [engine]);
  },
  // As long as the command waits for the last mail, and for the kills before it.
  900_000,
);
