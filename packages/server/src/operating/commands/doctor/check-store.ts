import {
  clusterHosts,
  compareMigrations,
  inspectDatabase,
  openDatabase,
  postgresProtection,
  type UsableDatabase,
} from "@survey-open-platform/database";
import {
  checkClusterPorts,
  checkDatabaseProtection,
  checkDatabaseServers,
} from "@survey-open-platform/service";
import { demoCredentials } from "../../demo/demo-data.ts";
import { checkAuditChain, type ChainState } from "../../../store/audit/check-audit-chain.ts";
import {
  readInstallationFacts,
  type InstallationFacts,
} from "../../../store/installation/installation-facts.ts";
import { migrations } from "../../../store/migrations/migrations.ts";
import type { Schema } from "../../../store/schema/schema.ts";
import { checkAuditLog } from "./check-audit-log.ts";
import { checkBlockSize, checkFolderForNewFile, checkFreeSpace, checkPermissions } from "./check-files.ts";
import type { Finding } from "./finding.ts";

/** What was found out about the store. */
export interface StoreReport {
  readonly findings: readonly Finding[];
  /** What the data holds; undefined where there is none to read. */
  readonly facts: InstallationFacts | undefined;
}

/** Looks at the database without making or migrating one. @throws when it breaks while it is being read */
export async function checkStore(address: string): Promise<StoreReport> {
  const { facts, findings } = await checkCondition(address);
  const protection = checkDatabaseProtection(postgresProtection(address));
  return {
    facts,
    findings: [...findings, ...protection, ...(await checkClusterPorts(clusterHosts(address)))],
  };
}

async function checkCondition(address: string): Promise<StoreReport> {
  const condition = await inspectDatabase(address);
  switch (condition.state) {
    case "in memory":
      return onlyFindings(inMemory);
    case "missing":
      return onlyFindings(missing(condition.path), ...checkFolderForNewFile(condition.path));
    case "unusable":
      return onlyFindings(unusable(condition));
    default:
      return checkUsable(address, condition);
  }
}

function onlyFindings(...findings: readonly Finding[]): StoreReport {
  return { findings, facts: undefined };
}

const inMemory: Finding = {
  level: "warning",
  check: "database",
  says: "The database is in memory: everything is gone when the platform stops.",
  todo: "Give a file in SOP_DATABASE.",
};

function missing(path: string): Finding {
  return {
    level: "note",
    check: "database",
    says: `There is no database at ${path} yet. The first start makes it.`,
  };
}

function unusable({ place, reason }: { readonly place: string; readonly reason: string }): Finding {
  return {
    level: "error",
    check: "database",
    says: `${place} cannot be used: ${reason}.`,
    todo: "Check that it is the right one and who owns it, and whether its server runs. If it is damaged, restore a backup.",
  };
}

async function checkUsable(address: string, database: UsableDatabase): Promise<StoreReport> {
  const findings = [
    ...checkContent(database),
    ...checkDatabaseServers(database.servers),
    ...(database.path === undefined
      ? []
      : [
          ...checkFreeSpace(database.path),
          ...checkBlockSize(database.path),
          ...checkPermissions(database.path),
        ]),
  ];
  if (findings.some(({ level }) => level === "error") || !isComplete(database))
    return { findings, facts: undefined };
  const { facts, chain } = await readContent(address);
  const about = [...checkDurability(facts), ...checkDemoData(facts), ...checkAuditLog(chain)];
  return { facts, findings: [...findings, ...about] };
}

function checkContent({
  place,
  damages,
  writeProblem,
  tables,
  migrations: applied,
}: UsableDatabase): readonly Finding[] {
  if (tables.length > 0 && applied.length === 0) return [notOurs(place)];
  return [
    damages.length === 0
      ? { level: "ok", check: "integrity", says: `${place} is whole.` }
      : {
          level: "error",
          check: "integrity",
          says: `${place} is damaged: ${damages.join("; ")}`,
          todo: "Restore a backup.",
        },
    writeProblem === undefined
      ? { level: "ok", check: "writable", says: `${place} can be written to.` }
      : {
          level: "error",
          check: "writable",
          says: `${place} cannot be written to: ${writeProblem}.`,
          todo: "Check who owns the file and its folder, and whether another program holds it for long.",
        },
    schema(applied),
  ];
}

function notOurs(place: string): Finding {
  return {
    level: "error",
    check: "schema",
    says: `${place} is a database of some other program.`,
    todo: "Give another database in SOP_DATABASE.",
  };
}

function schema(applied: readonly string[]): Finding {
  const { unknown: newer, lacking, pending } = compareMigrations(applied, migrations);
  if (newer.length > 0) {
    return {
      level: "error",
      check: "schema",
      says: `The database was used by a newer release (it has ${newer.join(", ")}); this one refuses to start on it.`,
      todo: "Start the newer release, or restore a backup from before the upgrade.",
    };
  }
  if (lacking.length > 0) {
    return {
      level: "error",
      check: "schema",
      says: `The database was last used by an early version (it lacks ${lacking.join(", ")}); this one refuses to start on it.`,
      todo: 'Start the last version that has these migrations once, see "From an early version" in docs/guides/upgrading.md.',
    };
  }
  if (pending.length > 0) {
    return {
      level: "note",
      check: "schema",
      says: `The next start changes the tables (${pending.join(", ")}). Older releases cannot use the database afterwards.`,
      todo: "Make a backup before that start.",
    };
  }
  return { level: "ok", check: "schema", says: "The schema matches this release." };
}

function isComplete({ migrations: applied }: UsableDatabase): boolean {
  return compareMigrations(applied, migrations).pending.length === 0;
}

interface StoreContent {
  readonly facts: InstallationFacts;
  readonly chain: ChainState;
}

async function readContent(address: string): Promise<StoreContent> {
  const database = openDatabase<Schema>({ address });
  try {
    // Asked on the writing connection: how that one commits is what counts.
    const facts = await database.write((transaction) => readInstallationFacts(transaction, database.engine));
    return { facts, chain: await checkAuditChain(database.reader) };
  } finally {
    await database.close();
  }
}

function checkDurability({ unsafeSettings }: InstallationFacts): readonly Finding[] {
  if (unsafeSettings.length === 0) {
    const says = "Commits are on the disk before they count.";
    return [{ level: "ok", check: "durability", says }];
  }
  return [
    {
      level: "error",
      check: "durability",
      says: `Writes that were confirmed may be lost in a power cut (${unsafeSettings.join(", ")}).`,
      todo: "Put a SQLite database on a local disk whose file system supports shared memory; set what is off to on in a PostgreSQL server. Then check again.",
    },
  ];
}

const demoAppids = new Set<string>([
  demoCredentials.verifiedApplication.appid,
  demoCredentials.unverifiedApplication.appid,
]);

function checkDemoData({ applications }: InstallationFacts): readonly Finding[] {
  if (!applications.some(({ appid }) => demoAppids.has(appid))) return [];
  return [
    {
      level: "warning",
      check: "demo-data",
      says: "The database holds the demo's users and applications, whose passwords and secrets are public.",
      todo: "Use another database for anything real.",
    },
  ];
}
