import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratchFolder } from "../../../../database/test/support/scratch-folder.ts";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { obtainTeamToken } from "../../support/flows.ts";
import { allowedTokens } from "../../support/quick-consent.ts";
import { openPlatformDatabase } from "../../../src/platform.ts";
import { platformOn, testStart, type TestPlatform } from "../../support/test-platform.ts";
import { sampleDeclaration } from "../../support/sample-declaration.ts";
import { runHere } from "./support/run-here.ts";

let address: string;
let platform: TestPlatform;
let file: string;

beforeEach(async () => {
  // The commands go by the system's clock, and the test platform by its own.
  const now = vi.spyOn(Date, "now").mockReturnValue(testStart);
  onTestFinished(() => now.mockRestore());
  const folder = makeScratchFolder("sop-revoke-");
  address = `sqlite:${join(folder, "platform.db")}`;
  file = join(folder, "platform.json");
  apply(sampleDeclaration);
  await runHere(["apply", file, "--database", address]);
  const database = await openPlatformDatabase({ database: address }, () => testStart);
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  platform = platformOn({ address, database, clock: { now: testStart } });
});

function apply(declaration: object): void {
  writeFileSync(file, JSON.stringify(declaration));
}

const revoke = (...words: string[]) => runHere(["revoke", ...words, "--database", address]);

/** How many tokens are valid. */
async function countValid(table: "refresh_tokens" | "team_access_tokens"): Promise<number> {
  const rows = platform.database.reader.kysely.selectFrom(table).select("hash");
  return (await rows.where("expires_at", ">", testStart).execute()).length;
}

describe("sop revoke", () => {
  test("changes nothing without --yes where there is no terminal, and says how much it would revoke", async () => {
    await allowedTokens(platform);
    const { code, stdout, stderr } = await revoke("--app", "demo_app");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^Nothing was changed\. This would revoke 1 consent, 1 access token and 1 refresh token\./,
    );
    expect(await countValid("refresh_tokens")).toBe(1);
  });

  test("says the same as JSON", async () => {
    await allowedTokens(platform);
    const { code, stdout } = await revoke("--app", "demo_app", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      revoked: false,
      wouldRevoke: { grants: 1, refreshTokens: 1 },
    });
    expect(await countValid("refresh_tokens")).toBe(1);
  });

  test("revokes everything of an application and leaves no row of a token", async () => {
    await allowedTokens(platform);
    const { code, stdout } = await revoke("--app", "demo_app", "--yes");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "Revoked 1 consent, 1 access token and 1 refresh token.\n",
    });
    expect(await countValid("refresh_tokens")).toBe(0);
  });

  test("revokes what acts for a user, with the counts as JSON", async () => {
    await allowedTokens(platform);
    const { code, stdout } = await revoke("--user", "ada", "--yes", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      revoked: true,
      counts: { grants: 1, sessions: 1, refreshTokens: 1 },
    });
    expect(await countValid("refresh_tokens")).toBe(0);
  });

  test("revokes the token of a team", async () => {
    await obtainTeamToken(platform);
    expect(await revoke("--team", "Acme", "--yes")).toMatchObject({
      code: 0,
      stdout: "Revoked 1 team token.\n",
    });
    expect(await countValid("team_access_tokens")).toBe(0);
  });

  test("says when there was nothing to revoke", async () => {
    expect(await revoke("--team", "Acme", "--yes")).toMatchObject({ code: 0, stdout: "Revoked nothing.\n" });
  });

  test.each([
    [["--app", "missing_app"], "There is no application with the appid missing_app."],
    [["--user", "Ada"], "There is no user called Ada."],
    [["--team", "acme"], "There is no team called acme."],
  ])("%j changes nothing and ends with code 1", async (words, says) => {
    const { code, stderr } = await revoke(...words, "--yes");
    expect({ code, stderr }).toEqual({ code: 1, stderr: `Nothing was changed. ${says}\n` });
  });

  test.each([
    [[]],
    [["--app", "demo_app", "--user", "ada"]],
    [["--application", "demo_app"]],
    [["demo_app"]],
  ])("%j is no way to call it, and ends with code 2", async (words) => {
    expect(await revoke(...words, "--yes")).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("sop apply, when it replaces the secret of an application", () => {
  const application = { appid: "demo_app", name: "Insight Board", owner: "bob" };
  const another = { ...application, secret: "demo-app-sample-secret-000002" };

  test("says that its tokens stay valid, and how to revoke them", async () => {
    apply({ applications: [another] });
    const { stdout } = await runHere(["apply", file, "--database", address]);
    expect(stdout).toContain("The secret of demo_app was replaced. Its consents and tokens are still valid;");
    expect(stdout).toContain("sop revoke --app demo_app");
    const again = await runHere(["apply", file, "--database", address]);
    expect(again.stdout).not.toContain("The secret of");
  });

  test("says that its tokens were revoked, if the file asks for that", async () => {
    apply({ applications: [{ ...another, when_secret_changes: "revoke_tokens" }] });
    const { stdout } = await runHere(["apply", file, "--database", address, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ replacedSecrets: [{ appid: "demo_app", tokens: "revoked" }] });
  });
});
