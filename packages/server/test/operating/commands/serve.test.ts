import { createServer } from "node:net";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPlatformDatabase } from "../../../src/platform.ts";
import { makeFolder, runSop, startSop } from "./support/sop-process.ts";

const serve = ["serve", "--port", "0", "--database", "sqlite:platform.db"];

describe("sop serve", () => {
  test("applies a file before it serves, and keeps what it generated out of the log", async () => {
    const folder = makeFolder();
    const application = { appid: "acme_team" };
    const members = [{ username: "ada", role: "creator" }];
    const declaration = {
      users: [{ username: "ada" }],
      teams: [{ name: "Acme", plan: "premium", members, application }],
    };
    writeFileSync(join(folder, "platform.json"), JSON.stringify(declaration));
    const platform = await startSop([...serve, "--apply", "platform.json"], { folder });
    const file = String(platform.log.find((line) => line["file"] !== undefined)?.["file"]);
    const text = readFileSync(file, "utf8");
    const secret = /secret of acme_team: (\S+)/.exec(text)?.[1] ?? "";
    expect(text).toMatch(/password of ada: \S+/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(dirname(file)).toBe(realpathSync(folder));
    expect(platform.log.map(({ msg }) => msg)).toEqual([
      "applied",
      "generated credentials are in a file; take note of them and delete it",
      "listening",
    ]);
    expect(platform.log[0]).toMatchObject({ teams: { created: 1 }, generated: 2 });

    const query = `appid=acme_team&secret=${secret}&grant_type=client_credential`;
    const answer = await fetch(`${platform.url}/api/oauth2/access_token?${query}`);
    expect(await answer.json()).toMatchObject({ code: "OK" });
    await platform.stop();
    expect(platform.stdout).not.toContain(secret);
    expect(platform.stderr).toBe("");
    expect(platform.stdout.trimEnd().split("\n")).toHaveLength(platform.log.length);

    const again = await startSop([...serve, "--apply", "platform.json"], { folder });
    expect(again.stderr).toBe("");
    expect(again.log[0]).toMatchObject({ teams: { unchanged: 1 }, generated: 0 });
    expect(readdirSync(folder).filter((name) => name.startsWith("generated-"))).toEqual([basename(file)]);
  });

  test("does not start with a file that cannot be applied", async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "platform.json"), JSON.stringify({ users: [{}] }));
    const { code, stdout, stderr } = await runSop([...serve, "--apply", "platform.json"], { folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("users[0].username: is missing");
    expect(readdirSync(folder).filter((name) => name.startsWith("generated-"))).toEqual([]);
  });

  test("reads a missing file before it makes a database", async () => {
    const folder = makeFolder();
    const { code, stderr } = await runSop([...serve, "--apply", "missing.json"], { folder });
    expect(code).toBe(1);
    expect(stderr).toBe("The file missing.json cannot be read: no such file or directory.\n");
    expect(existsSync(join(folder, "platform.db"))).toBe(false);
  });

  test("stops on each stop signal with code 0, also when its log is no longer read", async () => {
    const [terminated, interrupted, hungUp, unread] = await Promise.all([
      startSop(serve),
      startSop(serve),
      startSop(serve),
      startSop(serve),
    ]);
    unread.stopReading();
    expect(await hungUp.stop("SIGHUP")).toMatchObject({ code: 0, stderr: "" });
    expect(await terminated.stop("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
    expect(await interrupted.stop("SIGINT")).toMatchObject({ code: 0, stderr: "" });
    expect(await unread.stop("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
    expect(terminated.log.at(-1)).toMatchObject({ msg: "stopped" });
  });

  test("serves nothing of the demo, even on the demo's database", async () => {
    const folder = makeFolder();
    const demo = await startSop(["demo", "--port", "0", "--database", "sqlite:platform.db"], { folder });
    expect((await fetch(`${demo.url}/demo`)).status).toBe(200);
    await demo.stop();
    const platform = await startSop(serve, { folder });
    for (const path of ["/demo", "/design", "/demo/", "/demo/callback", "/demo/callback?code=x&state=y"]) {
      expect((await fetch(platform.url + path)).status, path).toBe(404);
    }
  });
});

describe("a start that cannot succeed", () => {
  test("because the port is taken says so", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    // A listening TCP server has an address of this shape.
    const { port } = server.address() as { readonly port: number };
    const ways = [
      ["serve", "--port", String(port)],
      [...serve, "--metrics-port", String(port)],
    ];
    for (const words of ways) {
      const { code, stdout, stderr } = await runSop(words);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(`Port ${port} on 127.0.0.1 is in use already.`);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
  });

  test.each([
    [["--host", "no-such-host.invalid"], "The host name no-such-host.invalid is not known."],
    [["--host", "203.0.113.7"], "203.0.113.7 is not an address of this machine."],
    [["--database", "sqlite:text.txt/platform.db"], "text.txt"],
    [
      ["--database", "sqlite:text.txt"],
      "The database cannot be used: file is not a database. Try sop doctor.",
    ],
    [["--database", "mysql://here"], "--database must be sqlite: and a file path"],
    [["--database", "postgres://here"], "The database address names no database."],
    [
      ["--database", "postgres://me:a-password@127.0.0.1:1/here"],
      "The database cannot be used: connect ECONNREFUSED",
    ],
  ])("with %j says why, in words", async (words, says) => {
    const folder = makeFolder();
    writeFileSync(
      join(folder, "text.txt"),
      "this is no database, and long enough to be read as one".repeat(100),
    );
    const { code, stdout, stderr } = await runSop([...serve, ...words], { folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(says);
    expect(stderr).not.toContain("    at ");
    expect(stderr).not.toContain("a-password");
  });

  test("lists everything that is wrong with the settings at once", async () => {
    const environment = { SOP_TIME_ZONE: "Mars/Olympus", SOP_POTR: "1" };
    const { code, stderr } = await runSop(["serve", "--port", "99999", "--error-status", "odd"], {
      environment,
    });
    expect(code).toBe(1);
    for (const place of ["--port", "--error-status", "SOP_TIME_ZONE", "SOP_POTR"])
      expect(stderr).toContain(place);
  });

  test("because a newer release used the database leaves it as it is", async () => {
    const folder = makeFolder();
    const database = await openPlatformDatabase({ database: `sqlite:${join(folder, "platform.db")}` });
    await database.write(async ({ kysely }) => {
      await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'then')`.execute(
        kysely,
      );
    });
    await database.close();
    const { code, stderr } = await runSop(serve, { folder });
    expect(code).toBe(1);
    expect(stderr).toContain("newer release (it has the migration 9999-future)");
  });
});
