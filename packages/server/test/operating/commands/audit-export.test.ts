import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHere } from "./support/run-here.ts";
import { makeFolder, runSop } from "./support/sop-process.ts";

const password = "canary-password-of-ada";
const secret = `sops_${"canary".repeat(6)}`;

function declaration(nickname: string) {
  return {
    users: [{ username: "ada", nickname, password }],
    teams: [
      {
        name: "Acme",
        plan: "premium",
        members: [{ username: "ada", role: "creator" }],
        application: { appid: "acme_team", secret },
      },
    ],
  };
}

describe("sop audit export", () => {
  test("prints what sop apply and sop revoke changed, and that it was exported, without secrets", async () => {
    const folder = makeFolder();
    const database = ["--database", `sqlite:${join(folder, "platform.db")}`];
    const file = join(folder, "platform.json");
    for (const nickname of ["Ada", "Countess", "Countess"]) {
      writeFileSync(file, JSON.stringify(declaration(nickname)));
      expect(await runHere(["apply", file, ...database])).toMatchObject({ code: 0 });
    }
    expect(await runHere(["revoke", "--user", "ada", "--yes", ...database])).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await runSop(["audit", "export", "--json", ...database], { folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const entries = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries.map(({ actor, action }) => [actor.replace(/ \(.+\)$/, ""), action])).toEqual([
      ["sop apply", "user.created"],
      ["sop apply", "team.created"],
      ["sop apply", "application.created"],
      ["sop apply", "user.updated"],
      ["sop revoke", "tokens.revoked"],
      ["sop audit export", "audit.exported"],
    ]);
    expect(entries[3]).toMatchObject({ before: { nickname: "Ada" }, after: { nickname: "Countess" } });
    for (const canary of [password, secret]) expect(stdout).not.toContain(canary);
  });

  test("is refused where there is no database", async () => {
    const folder = makeFolder();
    const database = ["--database", `sqlite:${join(folder, "none.db")}`];
    expect(await runHere(["audit", "export", ...database])).toMatchObject({ code: 1 });
  });
});
