import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "citty";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { CallerDirectory } from "../../src/callers/caller-directory.ts";
import { callersCommand } from "../../src/commands/callers.ts";
import { createSealer } from "@survey-open-platform/service";
import { openHubDatabase } from "../../src/service.ts";
import { createHubStore } from "../../src/store/store.ts";

const application = (appid: string) => ({ appid, secret: "not-used", base_url: "https://platform.example" });

/** A folder with settings for two applications, and the command line in it. */
function open() {
  const folder = mkdtempSync(join(tmpdir(), "token-hub-callers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const key = randomBytes(32);
  writeFileSync(join(folder, "key"), key.toString("base64"));
  const settings = {
    database: "sqlite:./hub.db",
    key_file: "key",
    applications: [application("team_a"), application("team_b")],
  };
  const config = join(folder, "hub.json");
  writeFileSync(config, JSON.stringify(settings));
  /** What a command prints. */
  const run = async (...words: readonly string[]): Promise<string> => {
    const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
    try {
      await runCommand(callersCommand, { rawArgs: [...words, "--config", config] });
      return print.mock.calls.map(([line]) => String(line)).join("\n");
    } finally {
      print.mockRestore();
    }
  };
  const add = async (...words: readonly string[]) => {
    const printed = await run("add", "--name", "shop", "--json", ...words);
    return JSON.parse(printed) as { id: string; secret: string };
  };
  /** The directory of a hub that runs on the same database. */
  const openAuthenticator = async () => {
    const database = await openHubDatabase({ database: `sqlite:${join(folder, "hub.db")}` });
    onTestFinished(() => database.close());
    const log = { error: () => undefined };
    const directory = new CallerDirectory({
      store: createHubStore(database),
      sealer: createSealer([key]),
      log,
    });
    await directory.refresh();
    return { directory, authenticator: directory };
  };
  return { folder, run, add, openAuthenticator };
}

describe("token-hub callers", () => {
  test("adds a caller that a hub knows, with the rights that were given and no others", async () => {
    const { add, openAuthenticator } = open();
    const { id, secret } = await add(
      "--app",
      "team_a",
      "--rights",
      "token",
      "--proxy",
      "/api/surveys,/api/x",
    );
    const { authenticator } = await openAuthenticator();
    const caller = authenticator.admit(id, secret);
    const may = (appid: string) =>
      (["token", "report", "users"] as const).filter((right) => caller.may(right, appid));
    expect(may("team_a")).toEqual(["token"]);
    expect(may("team_b")).toEqual([]);
    expect(caller.mayProxy("team_a", "/api/surveys/7")).toBe(true);
    expect(caller.mayProxy("team_a", "/api/other")).toBe(false);
  });

  test("shows the secret once, and keeps it encrypted", async () => {
    const { run, folder } = open();
    const printed = await run("add", "--name", "shop", "--app", "team_a");
    const [secret = "none"] = /hubs_[\w-]{32}/.exec(printed) ?? [];
    expect(secret).not.toBe("none");
    for (const listed of [await run("list"), await run("list", "--json")]) {
      expect(listed).toContain("shop");
      expect(listed).not.toContain("hubs_");
      expect(listed).not.toContain("v1.");
    }
    for (const file of readdirSync(folder).filter((name) => name.startsWith("hub.db")))
      expect(readFileSync(join(folder, file), "latin1")).not.toContain(secret);
  });

  test("revokes a caller for hubs that run, once they look", async () => {
    const { run, add, openAuthenticator } = open();
    const { id, secret } = await add("--app", "team_a");
    const { directory, authenticator } = await openAuthenticator();
    expect(authenticator.admit(id, secret).id).toBe(id);
    expect(await run("revoke", id)).toContain(id);
    await directory.refresh();
    expect(() => authenticator.admit(id, secret)).toThrow(
      expect.objectContaining({ type: "invalid_caller" }),
    );
    await expect(run("revoke", id)).rejects.toThrow("revoked before");
  });

  test.each([
    [[], "add, list or revoke"],
    [["remove"], "add, list or revoke"],
    [["__proto__"], "add, list or revoke"],
    [["revoke"], "which caller"],
    [["add", "--app", "team_a"], "--name"],
    [["add", "--name", " ", "--app", "team_a"], "--name"],
    [["add", "--name", "x"], "--app"],
    [["add", "--name", "x", "--app", "team_c"], "no application team_c"],
    [["add", "--name", "x", "--app", "team_a", "--rights", "admin"], "knows no admin"],
    [["add", "--name", "x", "--app", "team_a", "--proxy", "/v1"], "not /v1"],
    [["add", "--name", "x", "--app", "team_a", "--proxy", "/api/../v1"], "not /api/../v1"],
    [["add", "--name", "x", "--app", "team_a", "--reports-per-minute", "0"], "whole number"],
  ])("says what is wrong with %j", async (words, problem) => {
    const { run } = open();
    await expect(run(...words)).rejects.toThrow(problem);
  });
});
