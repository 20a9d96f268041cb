import { readFileSync, rmSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { onTestFinished } from "vitest";
import { migrations } from "../../../../src/store/migrations/migrations.ts";
import { startTestPlatform, type TestPlatform } from "../../../support/test-platform.ts";
import { runHere } from "./run-here.ts";
import { makeFolder, type SopResult } from "./sop-process.ts";

/** A platform that is served, and the operator's commands beside it. */
export interface OperatedPlatform {
  readonly platform: TestPlatform;
  /** Runs a command on the database of the platform. */
  readonly sop: (...words: readonly string[]) => Promise<SopResult>;
  /** Runs a command that has to succeed. @returns what it printed as JSON */
  // oxlint-disable-next-line typescript/no-explicit-any -- what is not as expected fails the test
  readonly sopJson: (...words: readonly string[]) => Promise<any>;
}

/** Starts a platform whose clock is that of the commands: the system's. */
export async function startOperatedPlatform(
  settings: Parameters<typeof startTestPlatform>[0] = {},
): Promise<OperatedPlatform> {
  const platform = await startTestPlatform(settings);
  platform.clock.now = Date.now();
  const sop = async (...words: readonly string[]) => {
    // What a command writes beside it is gone with the test.
    const result = await runHere([...words, "--database", platform.address], { folder: makeFolder() });
    // A command that opens a PostgreSQL database gives it the server's clock; the platform's is put back.
    await platform.database.migrate(migrations);
    return result;
  };
  return {
    platform,
    sop,
    async sopJson(...words) {
      const { code, stdout, stderr } = await sop(...words, "--json");
      if (code !== 0) throw new Error(`sop ${words.join(" ")} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
}

/** Reads a file that a command made for a credential, and deletes it as an operator should. */
export function consumeCredentials(file: string): { readonly text: string; readonly mode: number } {
  const taken = { text: readFileSync(file, "utf8"), mode: statSync(file).mode & 0o777 };
  rmSync(file);
  return taken;
}

/** Makes the standard error a terminal until the test is finished. */
export function attachTerminal(): void {
  const before = process.stderr.isTTY;
  process.stderr.isTTY = true;
  onTestFinished(() => void (process.stderr.isTTY = before));
}

/** Every entry of the audit log, the oldest first. */
export async function auditLog({ database }: TestPlatform) {
  const { kysely } = database.reader;
  const rows = await kysely.selectFrom("audit_log").selectAll().orderBy("id").execute();
  return rows.map(({ actor_id, actor, action, target_kind, target, before, after, address }) => ({
    actor: { actor_id, actor, address },
    action,
    target: `${target_kind} ${target}`,
    values: `${before ?? ""}${after ?? ""}`,
  }));
}

/** Who a command acts as: it, and the user of this machine. */
export function operator(command: string) {
  return { actor_id: null, actor: `sop ${command} (${userInfo().username})`, address: "" };
}
