import {
  recordAudit,
  type Actor,
  type AuditEntry,
  type AuditValues,
} from "../store/audit/audit-log-table.ts";
import type { Change } from "../store/declaration/declaration-change.ts";
import type { StoreQueries } from "../store/statements/queries.ts";

/** Columns whose values the audit log does not hold: it says only that they were changed. */
const unshown: ReadonlySet<string> = new Set(["password_hash", "logo", "avatar"]);

/** An entry of a file that was applied, and what it says. */
export interface DeclaredEntry {
  /** Undefined when nothing is recorded. */
  readonly actor: Actor | undefined;
  readonly target: AuditEntry["target"];
  readonly change: Change;
  /** The row before; undefined when it was created. */
  readonly existing: object | undefined;
  /** What the file declares, by column; undefined for what it leaves as it is. */
  readonly declared: object;
  /** What else is different. */
  readonly further?: AuditValues;
}

/** Records that applying a file created or updated something, with the values that differ. */
export async function auditDeclared(transaction: StoreQueries, entry: DeclaredEntry): Promise<void> {
  const { actor, target, change, existing, declared, further = {} } = entry;
  if (actor === undefined || change === "unchanged") return;
  const names = Object.keys(declared).filter((name) => isDifferent(name, existing, declared));
  const after = { ...valuesOf(names, declared), ...further };
  const before = existing === undefined ? {} : { before: valuesOf(names, existing) };
  await recordAudit(transaction, { actor, action: `${target.kind}.${change}`, target, ...before, after });
}

function isDifferent(name: string, existing: object | undefined, declared: object): boolean {
  const value: unknown = Reflect.get(declared, name);
  return value !== undefined && (existing === undefined || Reflect.get(existing, name) !== value);
}

function valuesOf(names: readonly string[], row: object): AuditValues {
  return Object.fromEntries(
    names.map((name) => (unshown.has(name) ? [name, "(not shown)"] : [name, textOf(Reflect.get(row, name))])),
  );
}

function textOf(value: unknown): string | number | null {
  return typeof value === "string" || typeof value === "number" ? value : null;
}
