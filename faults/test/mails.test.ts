import { expect, test } from "vitest";
import { mailing } from "../src/commands/mailing.ts";
import { mails } from "../src/commands/mails.ts";
import { expectKept } from "./support/expect-kept.ts";

// Each waits for the lease of a killed node, so they wait at the same time.
test.concurrent.each(["sqlite", "postgres"] as const)(
  "no mail is lost or there twice when nodes are killed and the mail server misbehaves (%s)",
  async (engine) => {
    await expectKept(mails, [engine]);
  },
  // As long as the command waits for the last mail, and for the kills before it.
  900_000,
);

test("answers are timed while a node hands mails over, and while it does not", async () => {
  const { rows } = await expectKept(mailing, ["sqlite"]);
  expect(rows[0]?.["answers, quiet"]).toBeGreaterThan(0);
  expect(rows[0]?.["answers, mailing"]).toBeGreaterThan(0);
}, 120_000);
