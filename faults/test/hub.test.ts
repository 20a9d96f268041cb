import { test } from "vitest";
import { hubKills } from "../src/commands/hub-kills.ts";
import { expectKept } from "./support/expect-kept.ts";

test("whichever hub is killed while it renews, the others go on", async () => {
  await expectKept(hubKills, ["postgres"]);
});
