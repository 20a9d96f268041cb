import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { databaseContents } from "../../support/database-contents.ts";
import { startOperatedPlatform } from "./support/operate.ts";
import { makeFolder, runSop } from "./support/sop-process.ts";
import { runHere } from "./support/run-here.ts";

describe("an operator's command that cannot be carried out", () => {
  it.each([
    [["user", "add"], 2, "USERNAME is missing"],
    [["user", "add", "ada"], 1, "There is a user called ada already."],
    [["user", "add", "a b"], 1, "The username may have"],
    [["app", "add", "--name", "Notes"], 2, "--owner is missing"],
    [["app", "add", "--name", "Notes", "--owner", "cleo"], 1, "There is no user called cleo."],
    [["user", "disable"], 2, "USERNAME is missing"],
    [["user", "disable", "cleo"], 1, "There is no user called cleo."],
    [["user", "reset-password", "cleo"], 1, "There is no user called cleo."],
    [["app", "freeze"], 2, "APPID is missing"],
    [["app", "freeze", "missing_app"], 1, "There is no application with the appid missing_app."],
    [["team", "plan", "Acme"], 2, "PLAN has to be one of free, premium"],
    [["team", "plan", "Elm", "free"], 1, "There is no team called Elm."],
    [["app", "rotate-secret"], 2, "APPID is missing"],
    [["app", "rotate-secret", "demo_app", "--name", "a\nb"], 2, "--name takes one line"],
    [["invite", "--role", "member"], 2, "--role needs --team"],
    [["invite", "--team", "Birch", "--role", "boss"], 2, "--role takes one of creator, team_admin"],
    [["invite", "--team", "Elm"], 1, "There is no team called Elm."],
    [["invite", "--sign-up", "closed"], 1, "SOP_SIGN_UP is closed"],
    [["import"], 2, "FILE is missing"],
    [["import", "a.lss"], 2, "--owner is missing"],
    [["import", "a.lss", "--owner", "cleo"], 1, "There is no user and no team called cleo."],
    [
      ["import", "missing.lss", "--owner", "ada"],
      1,
      "missing.lss: no survey was made. This file cannot be read.",
    ],
  ])("%j says why and changes nothing", async (words, expected, says) => {
    const { platform, sop } = await startOperatedPlatform();
    const before = await databaseContents(platform);
    const { code, stdout, stderr } = await sop(...words);
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toContain(says);
    expect(await databaseContents(platform)).toEqual(before);
  });

  it("leaves no file behind", async () => {
    const folder = makeFolder();
    const database = ["--database", "sqlite:platform.db"];
    const missing = await runSop(["user", "add", "ada", ...database], { folder });
    expect([missing.code, missing.stderr]).toEqual([
      1,
      "There is no platform's database at that address. Try sop doctor.\n",
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("tells a database that cannot be used from one that no platform has used", async () => {
    const folder = makeFolder();
    writeFileSync(
      join(folder, "platform.db"),
      "no database at all, but a file of the name that was given".repeat(20),
    );
    const ended = await runSop(["user", "disable", "ada", "--database", "sqlite:platform.db"], { folder });
    expect([ended.code, ended.stderr]).toEqual([
      1,
      "The database platform.db cannot be used: file is not a database. Nothing was changed. Try sop doctor.\n",
    ]);
  });
});

describe("a password on standard input", () => {
  it("is that of a new user, who has to be an administrator if the first, or replaces the old one", async () => {
    const folder = makeFolder();
    const add = (...words: readonly string[]) =>
      runSop(["user", "add", "ada", "--password-stdin", "--database", "sqlite:platform.db", ...words], {
        folder,
        input: "a sentence of my own\n",
      });
    // Applying a file without entries makes the tables.
    await runSop(["apply", "-", "--database", "sqlite:platform.db"], { folder, input: "{}" });
    expect(await add()).toMatchObject({
      code: 1,
      stderr: "Nothing was changed. The first user has to be an administrator: add --administrator.\n",
    });
    expect(await add("--administrator")).toEqual({
      code: 0,
      stdout: "Added the administrator ada with the id 1.\n",
      stderr: "",
    });
    const reset = ["user", "reset-password", "ada", "--password-stdin", "--database", "sqlite:platform.db"];
    expect(await runSop(reset, { folder, input: "another sentence of mine\n" })).toEqual({
      code: 0,
      stdout: "The password of ada is replaced, and all sessions have ended.\n",
      stderr: "",
    });
    expect(readdirSync(folder).filter((name) => name.endsWith(".txt"))).toEqual([]);
  });
});

describe("commands of two words", () => {
  it.each([[["user"]], [["help", "user"]], [["user", "--help"]], [["user", "frobnicate", "--help"]]])(
    "%j lists those that begin so",
    async (words) => {
      const { code, stdout } = await runHere(words);
      expect(code).toBe(0);
      expect(stdout).toContain("Usage: sop user <command> [options]");
      expect(stdout).toMatch(/^ {2}user add +Create a user$/m);
    },
  );

  it("have a help of their own", async () => {
    const { stdout } = await runHere(["user", "add", "--help"]);
    expect(stdout).toBe((await runHere(["help", "user", "add"])).stdout);
    expect(stdout).toContain("Usage: sop user add USERNAME [options]");
  });

  it.each([
    [["user", "frobnicate"], "unknown command user frobnicate\nTry sop user --help\n"],
    [["user", "add", "ada", "--nick"], "unknown option --nick\nTry sop user add --help\n"],
  ])("%j is refused with a hint", async (words, says) => {
    expect(await runHere(words)).toEqual({ code: 2, stdout: "", stderr: says });
  });
});

describe("the reference of the commands", () => {
  it("has each command that works on a running platform, and no other", async () => {
    const reference = readFileSync(
      join(import.meta.dirname, "../../../../../docs/reference/commands.md"),
      "utf8",
    );
    const described = [...reference.matchAll(/^\| `sop ([a-z -]+)` +\|/gm)].map(([, name]) => name);
    const { stdout } = await runHere(["--help"]);
    const known = [
      ...stdout.matchAll(
        /^ {2}((?:user|app|team|keys|client-host|mail|privacy) [a-z-]+|invite|import(?:-answers)?|export) {2,}/gm,
      ),
    ].map(([, name]) => name);
    expect(new Set(described)).toEqual(new Set(known));
  });
});
