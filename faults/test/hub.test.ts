import { expect, test } from "vitest";
import { hubDown } from "../src/commands/hub-down.ts";
import { hubForeign } from "../src/commands/hub-foreign.ts";
import { hubHostile } from "../src/commands/hub-hostile.ts";
import { hubKills } from "../src/commands/hub-kills.ts";
import { hubLostAnswers } from "../src/commands/hub-lost-answers.ts";
import { hubPauses } from "../src/commands/hub-pauses.ts";
import { hubReports } from "../src/commands/hub-reports.ts";
import { hubRotations } from "../src/commands/hub-rotations.ts";
import { expectKept } from "./support/expect-kept.ts";

// One hub where several would show the same: each starts as a process. The full sizes run on both engines.

test("no call notices that hubs renew the token in time, neither with the token nor through the proxy", async () => {
  const { table } = await expectKept(hubRotations, ["postgres"]);
  expect(table.rows).toHaveLength(2);
});

test("however many report the same dead token at once, one token is minted", async () => {
  await expectKept(hubReports, ["sqlite"]);
});

test("whichever hub is killed while it renews, the others go on", async () => {
  await expectKept(hubKills, ["postgres"]);
});

test("a hub that was away for three leases does no harm when it is back", async () => {
  await expectKept(hubPauses, ["postgres"]);
});

test("a token that was made and never arrived costs one more mint and no call", async () => {
  await expectKept(hubLostAnswers, ["sqlite"]);
});

test("a foreign refresher is noticed, and no call fails", async () => {
  await expectKept(hubForeign, ["sqlite"]);
});

test("reports of a valid token have no effect on other callers", async () => {
  await expectKept(hubHostile, ["sqlite"]);
});

test("while the token is valid, servers work without a hub", async () => {
  await expectKept(hubDown, ["sqlite"]);
});
