import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@survey-open-platform/database";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { makeEarlyVersion } from "../../../../database/test/support/early-version.ts";
import { openPlatformDatabase } from "../../../src/platform.ts";
import type { Schema } from "../../../src/store/schema/schema.ts";
import { runHere } from "./support/run-here.ts";
import { makeFolder, runSop, startSop } from "./support/sop-process.ts";

const database = ["--database", "sqlite:platform.db"];
const serve = ["serve", "--port", "0", ...database];

const question = { type: "text", title: "How was it?" };
const declaration = {
  users: [{ username: "ada", password: "ada-backup-test-password" }],
  teams: [
    {
      name: "Acme",
      plan: "premium",
      members: [{ username: "ada", role: "creator" }],
      application: { appid: "acme_team", secret: "acme-backup-test-secret-0001" },
    },
  ],
  // A list that is empty is given once a second to a program that asks for it again and again.
  surveys: [
    {
      key: "acme",
      owner: { team: "Acme" },
      creator: "ada",
      title: "Lunch",
      pages: [{ questions: [question] }],
    },
  ],
};

async function servedFolder() {
  const folder = makeFolder();
  writeFileSync(join(folder, "platform.json"), JSON.stringify(declaration));
  const words = [...serve, "--apply", "platform.json", "--token-request-burst", "100000"];
  return { folder, platform: await startSop(words, { folder }) };
}

async function teamToken(url: string): Promise<string> {
  const query = "appid=acme_team&secret=acme-backup-test-secret-0001&grant_type=client_credential";
  const answer = await fetch(`${url}/api/oauth2/access_token?${query}`);
  return /"access_token":"([^"]+)"/.exec(await answer.text())?.[1] ?? "";
}

async function isGood(url: string, token: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/surveys?appid=acme_team&access_token=${token}`);
  return (await answer.text()).includes('"code":"OK"');
}

describe("sop backup and sop restore", () => {
  test("copy a database that is being served, and put it back once the server has stopped", async () => {
    const { folder, platform } = await servedFolder();
    const before = await teamToken(platform.url);
    mkdirSync(join(folder, "platform.db-uploads/ab"), { recursive: true });
    mkdirSync(join(folder, "platform.db-uploads/incoming"));
    writeFileSync(join(folder, "platform.db-uploads/ab/abc"), "a file of an answer");
    writeFileSync(join(folder, "platform.db-uploads/incoming/def"), "half a file");
    const enough = new AbortController();
    const load = (async () => {
      while (!enough.signal.aborted) await isGood(platform.url, before);
    })();
    const made = await runSop(["backup", "backups/first.db", ...database], { folder });
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toMatch(/^Backed up platform\.db to backups\/first\.db \(\d\.\d MB\)/);
    expect(made.stdout).toContain("Copied 1 files of answers to backups/first.db-uploads.");
    expect(existsSync(join(folder, "backups/first.db-uploads/incoming"))).toBe(false);
    writeFileSync(join(folder, "platform.db-uploads/ab/abd"), "a file that came later");
    expect(statSync(join(folder, "backups/first.db")).mode & 0o777).toBe(0o600);
    const after = await teamToken(platform.url);
    enough.abort();
    await load;

    const refused = await runSop(["restore", "backups/first.db", ...database], { folder });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^platform\.db is in use\. Stop every server/);
    expect(await isGood(platform.url, after)).toBe(true);

    await platform.stop();
    const restored = await runSop(["restore", "backups/first.db", ...database], { folder });
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(restored.stdout).toContain(
      "Good again is all that was good when the backup was made: 1 team token.",
    );
    expect(readdirSync(folder).filter((name) => name.includes(".replaced-"))).toHaveLength(2);
    expect(restored.stdout).toContain("Put back 1 files of answers.");
    expect(readFileSync(join(folder, "platform.db-uploads/ab/abc"), "utf8")).toBe("a file of an answer");
    expect(readdirSync(join(folder, "platform.db-uploads/ab"))).toEqual(["abc"]);
    const again = await startSop(serve, { folder });
    expect([await isGood(again.url, before), await isGood(again.url, after)]).toEqual([true, false]);
    expect(await isGood(again.url, await teamToken(again.url))).toBe(true);
  });

  test("end what the backup holds when asked to, and the servers start on that", async () => {
    const { folder, platform } = await servedFolder();
    const token = await teamToken(platform.url);
    await runSop(["backup", "first.db", ...database], { folder });
    await platform.stop();
    const words = ["restore", "first.db", ...database, "--revoke-issued-since-backup"];
    const { code, stdout } = await runSop(words, { folder });
    expect(code).toBe(0);
    expect(stdout).toContain("Ended what the backup held, as it may have been revoked since: 1 team token.");
    const again = await startSop(serve, { folder });
    expect(await isGood(again.url, token)).toBe(false);
    expect(await isGood(again.url, await teamToken(again.url))).toBe(true);
  });

  test("never overwrite a file, and change nothing when they are refused", async () => {
    const folder = makeFolder();
    await (await openPlatformDatabase({ database: `sqlite:${join(folder, "platform.db")}` })).close();
    writeFileSync(join(folder, "taken.db"), "precious");
    const refused = await runHere(["backup", "taken.db", ...database], { folder });
    expect(refused).toEqual({
      code: 1,
      stdout: "",
      stderr: "taken.db exists already. Give the backup a name of its own.\n",
    });
    expect(readFileSync(join(folder, "taken.db"), "utf8")).toBe("precious");
    const foreign = await runHere(["restore", "taken.db", ...database], { folder });
    expect(foreign).toMatchObject({ code: 1, stdout: "" });
    expect(foreign.stderr).toBe("taken.db cannot be copied: file is not a database.\n");
    expect(readdirSync(folder).toSorted()).toEqual(["platform.db", "taken.db"]);
  });

  test("take a backup of the last early version, with its data", async () => {
    const folder = makeFolder();
    const early = openDatabase<Schema>({ address: `sqlite:${join(folder, "early.db")}` });
    await makeEarlyVersion(early, join(import.meta.dirname, "../../store/early-version"));
    await early.close();
    expect(await runHere(["restore", "early.db", ...database], { folder })).toMatchObject({ code: 0 });
    const restored = await openPlatformDatabase({ database: `sqlite:${join(folder, "platform.db")}` });
    const users = await restored.reader.kysely.selectFrom("users").select("username").orderBy("id").execute();
    await restored.close();
    expect(users).toEqual([{ username: "ada" }, { username: "bob" }]);
  });

  test("tell a backup of a newer release, of another program, and one that is not there", async () => {
    const folder = makeFolder();
    const newer = await openPlatformDatabase({ database: `sqlite:${join(folder, "newer.db")}` });
    await newer.write(({ kysely }) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'then')`.execute(kysely),
    );
    await newer.close();
    writeFileSync(join(folder, "other.db"), "");
    const ways = [
      ["newer.db", "newer release (it has the migration 9999-future)"],
      ["other.db", "other.db is no backup of a platform's database."],
      ["missing.db", "There is no backup at missing.db."],
    ];
    for (const [file = "", says] of ways) {
      const { code, stderr } = await runHere(["restore", file, ...database], { folder });
      expect(code, file).toBe(1);
      expect(stderr, file).toContain(says);
      expect(stderr, file).not.toContain("    at ");
    }
    expect(readdirSync(folder).toSorted()).toEqual(["newer.db", "other.db"]);
  });

  test("and sop revoke-all do not take a place without a database for an empty one", async () => {
    const folder = makeFolder();
    const ended = await runHere(["revoke-all", "--yes", ...database], { folder });
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toContain("There is no platform's database at that address.");
    const made = await runHere(["backup", "first.db", ...database], { folder });
    expect(made).toMatchObject({ code: 1, stderr: "There is no database at platform.db.\n" });
    expect(readdirSync(folder)).toEqual([]);
  });
});
