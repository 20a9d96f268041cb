import { security, type PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";

/** Mistakes about what administrators do, and about the audit log. */
export const administrationBugs: readonly PlantedBug[] = [
  {
    name: "audit-chain-read-without-lock",
    breaks: "Two processes append to the audit log after the same entry.",
    file: `${src}/store/audit-chain.ts`,
    within: "lockChain",
    find: `.updateTable("audit_chain").set({ entries: sql<number>\`entries + \${added}\` }).returning([`,
    replace: `.selectFrom("audit_chain").$if(added < 0, (query) => query).select([`,
    engine: "postgres",
    caughtBy: security("audit-chain"),
  },
  {
    name: "audit-address-not-in-the-hash",
    breaks: "The address in an entry of the audit log can be changed without a trace.",
    file: `${src}/store/audit-chain.ts`,
    within: "hashOfEntry",
    find: "after, address]",
    replace: `after, typeof address]`,
    caughtBy: security("audit-chain"),
  },
  {
    name: "audit-end-not-checked",
    breaks: "Deleting the newest entries of the audit log leaves no trace.",
    file: `${src}/store/check-audit-chain.ts`,
    find: `hasNewest: newestHash === ""`,
    replace: `hasNewest: newestHash !== undefined`,
    caughtBy: security("audit-chain"),
  },
  {
    name: "audit-link-not-checked",
    breaks: "An entry can be deleted from the middle of the audit log without a trace.",
    file: `${src}/store/check-audit-chain.ts`,
    find: "if (entry.previous_hash !== previous)",
    replace: "if (entry.previous_hash === entry.hash)",
    caughtBy: security("audit-chain"),
  },
  {
    name: "audit-lock-from-the-first-entry",
    breaks:
      "A transaction that has recorded an entry keeps all other changes waiting until its work is done.",
    file: `${src}/store/audit-log-table.ts`,
    find: "if (transaction.audit === undefined)",
    replace: "if (transaction.audit?.length !== -1)",
    engine: "postgres",
    caughtBy: security("audit-chain"),
  },
  {
    name: "audit-without-consent",
    breaks: "The audit log does not say who gave an application consent.",
    file: `${src}/store/authorization-request-table.ts`,
    find: `action: "consent.given"`,
    replace: `action: "consent.seen"`,
    caughtBy: security("audit-events"),
  },
  {
    name: "audit-log-without-bound",
    breaks: "Refused sign-ins from ever other addresses fill the disk with audit entries.",
    file: `${src}/store/security-event.ts`,
    find: `rateLimitKey("audit", action), limit: ofAll`,
    replace: `rateLimitKey("audit", action, caller.text), limit: ofAll`,
    caughtBy: security("audit-events"),
  },
  {
    name: "username-in-the-audit-log",
    breaks: "What was typed as a username at a refused sign-in is in the audit log.",
    file: `${src}/session/refused-sign-in.ts`,
    find: `action: "sign_in.refused", caller, username: pseudonym, problem`,
    replace: `action: "sign_in.refused", caller, username, problem`,
    caughtBy: security("audit-events"),
  },
  {
    name: "security-events-not-logged",
    breaks: "Secrets that are made and ended leave no line in the log.",
    file: `${src}/http/log-security-events.ts`,
    find: "if (!securityEvent.test(action)) return;",
    replace: "if (securityEvent.test(action)) return;",
    caughtBy: security("audit-events"),
  },
];
