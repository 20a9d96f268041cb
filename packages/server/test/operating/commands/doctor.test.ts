import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPlatformDatabase } from "../../../src/platform.ts";
import { recordAudit } from "../../../src/store/audit/audit-log-table.ts";
import { sampleEntry, tamper } from "../../support/audit.ts";
import { runHere } from "./support/run-here.ts";
import { makeFolder, runSop } from "./support/sop-process.ts";

const database = ["--database", "sqlite:platform.db"];

interface Finding {
  readonly level: string;
  readonly check: string;
  readonly says: string;
}

async function findingsIn(folder: string, ...words: readonly string[]) {
  const { code, stdout, stderr } = await runHere(["doctor", "--json", ...database, ...words], { folder });
  const { ok, findings }: { readonly ok: boolean; readonly findings: readonly Finding[] } =
    JSON.parse(stdout);
  return { code, stderr, ok, levelOf: (name: string) => levelsOf(findings, name), findings };
}

function levelsOf(findings: readonly Finding[], name: string): readonly string[] {
  return findings.filter(({ check }) => check === name).map(({ level }) => level);
}

async function migratedFolder(): Promise<string> {
  const folder = makeFolder();
  chmodSync(folder, 0o700);
  const opened = await openPlatformDatabase({ database: `sqlite:${join(folder, "platform.db")}` });
  await opened.close();
  return folder;
}

describe("sop doctor", () => {
  test("finds nothing wrong with a good database, and looks at every row of the deviation register", async () => {
    const { code, stderr, ok, levelOf, findings } = await findingsIn(await migratedFolder());
    expect({ code, stderr, ok }).toEqual({ code: 0, stderr: "", ok: true });
    for (const check of ["settings", "integrity", "writable", "schema", "durability"])
      expect(levelOf(check), check).toEqual(["ok"]);
    const register = new Set(findings.map(({ check }) => check).filter((check) => /^D\d$/.test(check)));
    expect([...register].toSorted((a, b) => a.localeCompare(b))).toEqual([
      "D1",
      "D2",
      "D3",
      "D4",
      "D5",
      "D6",
    ]);
  });

  test("names the first entry of the audit log that was changed", async () => {
    const folder = await migratedFolder();
    const opened = await openPlatformDatabase({ database: `sqlite:${join(folder, "platform.db")}` });
    for (let at = 0; at < 3; at += 1) await opened.write((t) => recordAudit(t, sampleEntry));
    const whole = await findingsIn(folder);
    expect([whole.code, whole.levelOf("audit-log")]).toEqual([0, ["ok"]]);
    await tamper({ database: opened }, ({ kysely }) =>
      kysely.updateTable("audit_log").set({ target: "mallory" }).where("id", "=", 2).execute(),
    );
    await opened.close();
    const { code, levelOf, findings } = await findingsIn(folder);
    expect([code, levelOf("audit-log")]).toEqual([1, ["error"]]);
    expect(findings.find(({ check }) => check === "audit-log")?.says).toContain("the content of entry 2 of");
  });

  test("takes a missing database for a first start, and makes neither it nor its folder", async () => {
    const folder = makeFolder();
    const { code, stdout } = await runSop(["doctor"], { folder });
    expect(code).toBe(0);
    expect(stdout).toContain("There is no database at ./data/platform.db yet.");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("says that a newer release used the database, and leaves it as it is", async () => {
    const folder = await migratedFolder();
    const opened = await openPlatformDatabase({ database: `sqlite:${join(folder, "platform.db")}` });
    await opened.write(async ({ kysely }) => {
      await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'then')`.execute(
        kysely,
      );
    });
    await opened.close();
    const { code, ok, levelOf, findings } = await findingsIn(folder);
    expect({ code, ok, schema: levelOf("schema") }).toEqual({ code: 1, ok: false, schema: ["error"] });
    expect(findings.find(({ check }) => check === "schema")?.says).toContain("9999-future");
  });

  test("says in words that a file is no database", async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "platform.db"), "this is a text and no database, long enough".repeat(100));
    const { code, stdout, stderr } = await runSop(["doctor", ...database], { folder });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain("platform.db cannot be used");
    expect(stdout).not.toMatch(/^ {4}at /m);
  });

  test("lists every wrong setting and looks at the database all the same", async () => {
    const folder = await migratedFolder();
    const { code, levelOf } = await findingsIn(folder, "--port", "x", "--log-level", "loud");
    expect({ code, settings: levelOf("settings") }).toEqual({ code: 1, settings: ["error", "error"] });
    expect(levelOf("integrity")).toEqual(["ok"]);
  });

  test("warns of a public address whose origin it is not told, and of secrets on the way there", async () => {
    const { levelOf } = await findingsIn(await migratedFolder(), "--host", "0.0.0.0");
    expect(levelOf("public-address")).toEqual(["warning"]);
    expect(levelOf("D1")).not.toContain("ok");
  });

  test("warns of a connection to a database on another machine that is not protected", async () => {
    const folder = makeFolder();
    const findings = async (parameters: string) =>
      findingsIn(folder, "--database", `postgres://platform:a-password@0.0.0.0:1/platform${parameters}`);
    expect((await findings("?sslmode=disable")).levelOf("database-tls")).toEqual(["warning"]);
    expect((await findings("")).levelOf("database-tls")).toEqual(["ok"]);
  });

  test("warns of every file with secrets that other users of the machine can read", async () => {
    const folder = await migratedFolder();
    chmodSync(folder, 0o755);
    // While a server has it open, the newest rows are in the file beside it.
    const opened = await openPlatformDatabase({ database: `sqlite:${join(folder, "platform.db")}` });
    onTestFinished(() => opened.close());
    await opened.write(({ kysely }) => sql`create table newest (row integer)`.execute(kysely));
    writeFileSync(join(folder, "platform.yaml"), "users: []\n");
    const chmodAll = (main: number, log: number, declaration: number) => {
      chmodSync(join(folder, "platform.db"), main);
      chmodSync(join(folder, "platform.db-wal"), log);
      chmodSync(join(folder, "platform.db-shm"), log);
      chmodSync(join(folder, "platform.yaml"), declaration);
    };
    chmodAll(0o600, 0o600, 0o600);
    const closed = await findingsIn(folder, "--apply", "platform.yaml");
    expect([...closed.levelOf("permissions"), ...closed.levelOf("apply-permissions")]).toEqual(["ok"]);
    chmodAll(0o600, 0o644, 0o640);
    const { findings, levelOf } = await findingsIn(folder, "--apply", "platform.yaml");
    expect(levelOf("apply-permissions")).toEqual(["warning"]);
    expect(levelOf("permissions")).toEqual(["warning"]);
    expect(findings.find(({ check }) => check === "permissions")?.says).toMatch(
      /read \S*platform\.db-wal and \S*platform\.db-shm:/,
    );
  });

  test("names a declarative file that cannot be read", async () => {
    const folder = await migratedFolder();
    const { code, levelOf } = await findingsIn(folder, "--apply", "missing.yaml");
    expect({ code, apply: levelOf("apply") }).toEqual({ code: 1, apply: ["error"] });
    expect(existsSync(join(folder, "missing.yaml"))).toBe(false);
  });
});
