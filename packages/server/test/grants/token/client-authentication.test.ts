import { expect, test } from "vitest";
import { makeFaultyStore } from "../../../../database/test/support/faulty-store.ts";
import { declare } from "../../support/declare.ts";
import { teamTokenParameters } from "../../support/flows.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

test("an unknown appid, a wrong secret and a disabled application take the same statements", async () => {
  const faulty = makeFaultyStore();
  const platform = await startTestPlatform();
  const birch = { appid: "birch_team", disabled: true };
  await declare(platform, { teams: [{ name: "Birch", application: birch }] });
  const wrong = { ...teamTokenParameters, secret: "sops_abcdefghijklmnopqrstuvwxyz012345" };
  const counts: number[] = [];
  for (const appid of [wrong.appid, "unknown_team", "birch_team"]) {
    faulty.heal();
    const { error } = await platform.call("/api/oauth2/access_token", { ...wrong, appid });
    counts.push(faulty.heal());
    expect([appid, error.type]).toEqual([appid, "invalid_client"]);
  }
  expect(counts[0]).toBeGreaterThan(2);
  expect(new Set(counts).size).toBe(1);
});
