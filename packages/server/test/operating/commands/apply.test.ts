import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hashToken } from "../../../src/model/token.ts";
import { openPlatformDatabase } from "../../../src/platform.ts";
import { verifyPassword } from "../../../src/session/password.ts";
import { runHere } from "./support/run-here.ts";
import { makeFolder, runSop } from "./support/sop-process.ts";

const declaration = {
  users: [{ username: "ada", nickname: "Ada" }],
  applications: [{ appid: "demo_app", name: "Insight Board", owner: "ada" }],
};

/** Ada is changed as well, which must not happen when the rest is refused. */
const mistaken = {
  users: [{ username: "ada", nickname: "Somebody else" }, { username: "b b" }],
  applications: [{ appid: "x", name: "", owner: "ada", redirect_uris: ["https://a.example/#"] }],
};

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = makeFolder();
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

const database = ["--database", "sqlite:platform.db"];

async function nicknamesIn(folder: string): Promise<readonly string[]> {
  const opened = await openPlatformDatabase({ database: `sqlite:${join(folder, "platform.db")}` });
  const rows = await opened.reader.kysely.selectFrom("users").select("nickname").execute();
  await opened.close();
  return rows.map(({ nickname }) => nickname);
}

describe("sop apply", () => {
  test("says what was made, prints what it generated once, and changes nothing the second time", async () => {
    const folder = folderWith({ "platform.json": declaration });
    const first = await runSop(["apply", "platform.json", ...database], { folder });
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toContain("users: 1 created, 0 updated, 0 unchanged");
    const password = /password of ada: (\S+)/.exec(first.stdout)?.[1] ?? "";
    const secret = /secret of demo_app: (sops_\S+)/.exec(first.stdout)?.[1] ?? "";

    const opened = await openPlatformDatabase({ database: `sqlite:${join(folder, "platform.db")}` });
    const user = await opened.reader.kysely.selectFrom("users").selectAll().executeTakeFirstOrThrow();
    const stored = await opened.reader.kysely.selectFrom("application_secrets").selectAll().execute();
    await opened.close();
    expect(await verifyPassword(password, user.password_hash)).toBe(true);
    expect(stored.map(({ hash }) => hash)).toEqual([hashToken(secret)]);

    const second = await runSop(["apply", "platform.json", ...database], { folder });
    expect(second.stdout).toContain("users: 0 created, 0 updated, 1 unchanged");
    expect(second.stdout).toContain("applications: 0 created, 0 updated, 1 unchanged");
    expect(second.stdout).not.toMatch(/password|secret/);
  });

  test("reads standard input, and tells programs what it did", async () => {
    const input = "users:\n  - username: ada\n    password: a-long-password\n";
    const { code, stdout } = await runSop(["apply", "-", "--json"], { input });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      applied: true,
      users: { created: 1, updated: 0, unchanged: 0 },
      generated: [],
    });
  });

  test("prints the id of each declared team, also when it was there before, in words and for programs", async () => {
    const teams = [{ name: "Acme", members: [{ username: "ada", role: "creator" }] }];
    const folder = folderWith({ "platform.json": { ...declaration, teams } });
    const first = await runHere(["apply", "platform.json", ...database], { folder });
    const second = await runHere(["apply", "platform.json", "--json", ...database], { folder });
    const opened = await openPlatformDatabase({ database: `sqlite:${join(folder, "platform.db")}` });
    const { id } = await opened.reader.kysely.selectFrom("teams").select("id").executeTakeFirstOrThrow();
    await opened.close();
    expect(first.stdout).toContain(`Ids of the teams, for user_id and org in calls:\n  Acme: ${id}\n`);
    expect(JSON.parse(second.stdout).teamIds).toEqual([{ name: "Acme", id }]);
  });

  test("takes the database from the variable, and makes its folder", async () => {
    const folder = folderWith({ "platform.json": declaration });
    const environment = { SOP_DATABASE: "sqlite:there/own.db" };
    expect((await runSop(["apply", "platform.json"], { folder, environment })).code).toBe(0);
    expect(existsSync(join(folder, "there/own.db"))).toBe(true);
  });

  test("lists every mistake by its place and changes nothing", async () => {
    const folder = folderWith({ "good.json": declaration, "bad.json": mistaken });
    await runHere(["apply", "good.json", ...database], { folder });
    const { code, stdout, stderr } = await runHere(["apply", "bad.json", ...database], { folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("Nothing was changed. bad.json cannot be applied:\n");
    for (const place of ["users[1].username:", "applications[0].appid:", "applications[0].name:"]) {
      expect(stderr).toContain(`\n${place}`);
    }
    expect(stderr).toContain("\napplications[0].redirect_uris[0]: must not have a fragment");
    expect(stderr).not.toContain("    at ");
    expect(await nicknamesIn(folder)).toEqual(["Ada"]);
  });

  test("tells programs every mistake as well", async () => {
    const folder = folderWith({ "bad.json": mistaken });
    const { code, stdout, stderr } = await runHere(["apply", "bad.json", "--json", ...database], { folder });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    const { applied, problems } = JSON.parse(stdout);
    expect(applied).toBe(false);
    expect(problems).toContainEqual({ path: ["users", 1, "username"], message: expect.any(String) });
    expect(problems.length).toBeGreaterThanOrEqual(4);
  });

  test.each([
    ["missing.json", "The file missing.json cannot be read: no such file or directory."],
    [".", "cannot be read"],
    ["broken.json", "broken.json:2:"],
    ["broken.yaml", "broken.yaml:"],
  ])("says in words why it cannot read %s", async (file, says) => {
    const folder = folderWith({ "broken.json": '{"users": [\n}', "broken.yaml": "users:\n\t- a" });
    const { code, stderr } = await runHere(["apply", file, ...database], { folder });
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect(stderr).not.toContain("    at ");
  });

  test("refuses wrong settings before it reads or makes anything", async () => {
    const folder = folderWith({ "platform.json": declaration });
    const environment = { SOP_PORT: "high", SOP_UNKNOWN: "1" };
    const { code, stderr } = await runSop(["apply", "platform.json", ...database], { folder, environment });
    expect(code).toBe(1);
    expect(stderr).toContain("SOP_PORT must be a whole number");
    expect(stderr).toContain("SOP_UNKNOWN is not a setting");
    expect(existsSync(join(folder, "platform.db"))).toBe(false);
  });
});
