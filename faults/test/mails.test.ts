import { test } from "vitest";
import { mails } from "../src/commands/mails.ts";
import { expectKept } from "./support/expect-kept.ts";

test("no mail is lost or there twice when nodes are killed and the mail server misbehaves", async () => {
  await expectKept(mails);
});
