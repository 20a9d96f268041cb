import { describe, expect, it } from "vitest";
import { recordAudit } from "../../src/store/audit/audit-log-table.ts";
import { auditEntries } from "../support/audit.ts";
import { startTestPlatform, testStart } from "../support/test-platform.ts";

const actor = { userId: 1, username: "ada", address: "203.0.113.7" };
const entry = { actor, action: "user.renamed", target: { kind: "user", name: "bob" } } as const;

describe("the audit log", () => {
  it("keeps who did what to what, when and from where, with the values before and after", async () => {
    const { database } = await startTestPlatform();
    await database.write((t) =>
      recordAudit(t, { ...entry, before: { nickname: "B" }, after: { nickname: "Bob" } }),
    );
    await database.write((t) => recordAudit(t, entry));
    const entries = database.reader.kysely.selectFrom("audit_log").selectAll().orderBy("id");
    const rows = (await entries.execute()).slice(-2);
    const common = {
      at: testStart,
      actor_id: 1,
      actor: "ada",
      action: "user.renamed",
      target_kind: "user",
      target: "bob",
      address: "203.0.113.7",
    };
    expect(rows.map(({ id: _id, hash: _hash, previous_hash: _previous, ...row }) => row)).toEqual([
      { ...common, before: '{"nickname":"B"}', after: '{"nickname":"Bob"}' },
      { ...common, before: null, after: null },
    ]);
  });

  it("has no entry of a change that was rolled back", async () => {
    const platform = await startTestPlatform();
    const { database } = platform;
    const before = await auditEntries(platform);
    const failing = database.write(async (t) => {
      await recordAudit(t, entry);
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await auditEntries(platform)).toEqual(before);
  });
});
