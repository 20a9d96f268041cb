import { existsSync } from "node:fs";
import {
  clusterHosts,
  compareMigrations,
  inspectDatabase,
  OlderSchemaError,
  openDatabase,
  postgresProtection,
  type UsableDatabase,
} from "@survey-open-platform/database";
import {
  checkClusterPorts,
  checkDatabaseProtection,
  checkDatabaseServers,
  checkSecretFile,
  type Finding,
  createSealer,
} from "@survey-open-platform/service";
import type { HubConfig } from "../../config.ts";
import { createTokenRecords } from "../../team/token-records.ts";
import { migrations } from "../../store/migrations/migrations.ts";
import type { Schema } from "../../store/schema.ts";
import { createHubStore, type HubStore } from "../../store/store.ts";
import type { ObservedRow } from "../../store/team-token-table.ts";

const hoursLookedBack = 24;

/** Looks at the database without making or migrating one. @throws when it breaks while it is being read */
export async function checkStore(config: HubConfig): Promise<readonly Finding[]> {
  const findings = await checkCondition(config);
  return [
    ...findings,
    ...checkDatabaseProtection(postgresProtection(config.database)),
    ...(await checkClusterPorts(clusterHosts(config.database))),
  ];
}

async function checkCondition(config: HubConfig): Promise<readonly Finding[]> {
  const condition = await inspectDatabase(config.database);
  switch (condition.state) {
    case "in memory":
      return [problem("warning", "The database is in memory: tokens are gone when the hub stops.")];
    case "missing":
      return [problem("note", `There is no database at ${condition.path} yet. The first start makes it.`)];
    case "unusable":
      return [problem("error", `${condition.place} cannot be used: ${condition.reason}.`)];
    default: {
      const wrong = problemOf(condition);
      const findings = wrong === undefined ? await checkContent(config, condition) : [wrong];
      return [...findings, ...checkDatabaseServers(condition.servers)];
    }
  }
}

/** What keeps a database from being read any further. */
function problemOf({ place, damages, writeProblem, tables, migrations: applied }: UsableDatabase) {
  if (tables.length > 0 && !tables.includes("caller_rights"))
    return problem("error", `${place} holds the data of another program.`);
  if (damages.length > 0) return problem("error", `${place} is damaged: ${damages.join("; ")}.`);
  if (writeProblem !== undefined) return problem("error", `${place} cannot be written to: ${writeProblem}.`);
  const { lacking, pending } = compareMigrations(applied, migrations);
  if (lacking.length > 0) return problem("error", new OlderSchemaError(lacking).message);
  return pending.length === 0
    ? undefined
    : problem("note", `${place} is not up to date yet. The next start brings it up to date.`);
}

function problem(level: Finding["level"], says: string): Finding {
  return { level, check: "database", says };
}

async function checkContent(config: HubConfig, { place, path }: UsableDatabase): Promise<readonly Finding[]> {
  await using opened = new AsyncDisposableStack();
  const database = openDatabase<Schema>({ address: config.database });
  opened.defer(() => database.close());
  const store = createHubStore(database);
  return [
    { level: "ok", check: "database", says: `${place} can be used.` },
    ...databaseFiles(path)
      .flatMap((file) => checkSecretFile(file, "permissions", "Sealed tokens are in the database"))
      .slice(0, 1),
    ...(await checkTokens(config, store)),
    ...(await checkCallers(config, store)),
    ...(await checkHistory(store)),
  ];
}

/** A database in a file, and the file beside it that has the newest rows. */
function databaseFiles(path: string | undefined): readonly string[] {
  return path === undefined ? [] : [path, `${path}-wal`].filter((file) => existsSync(file));
}

async function checkTokens({ applications, keys }: HubConfig, store: HubStore): Promise<readonly Finding[]> {
  const sealer = createSealer(keys);
  const records = new Map((await store.listRecords()).map((record) => [record.appid, record]));
  const teams = applications.filter(({ mode }) => mode === "team");
  return teams.map(({ appid }) => checkToken(records.get(appid), { appid, store, sealer }));
}

type OpeningParts = Pick<Parameters<typeof createTokenRecords>[0], "appid" | "store" | "sealer">;

function checkToken(record: ObservedRow | undefined, parts: OpeningParts): Finding {
  const { appid } = parts;
  if (record === undefined || record.version === 0)
    return { level: "note", check: "token", says: `There is no token of ${appid} yet.` };
  if (!opens(record, parts))
    return {
      level: "error",
      check: "token",
      says: `The token of ${appid} was sealed with a key that is not among the settings.`,
      todo: "Put the old key back behind the new one, or have a new token minted with token-hub rotate.",
    };
  if (record.ageMilliseconds >= record.expiresInSeconds * 1000)
    return {
      level: "warning",
      check: "token",
      says: `The token of ${appid} has ended.`,
      todo: "Look whether a hub runs, and what token-hub audit says.",
    };
  return { level: "ok", check: "token", says: `The token of ${appid} is version ${record.version}.` };
}

function opens(record: ObservedRow, parts: OpeningParts): boolean {
  const never = { leaseMilliseconds: 0, budget: { perHour: 1, burst: 1 } };
  try {
    createTokenRecords({ ...parts, ...never }).open(record);
    return true;
  } catch {
    return false;
  }
}

async function checkCallers({ applications }: HubConfig, store: HubStore): Promise<readonly Finding[]> {
  const callers = (await store.listCallers()).filter(({ revokedAt }) => revokedAt === null);
  if (callers.length === 0)
    return [
      {
        level: "note",
        check: "callers",
        says: "The hub has no callers yet.",
        todo: "Add a caller with token-hub callers add.",
      },
    ];
  const known = new Set(applications.map(({ appid }) => appid));
  const strays = callers.filter(({ rights }) => rights.some(({ appid }) => !known.has(appid)));
  return strays.map(({ id, name }) => ({
    level: "warning",
    check: "callers",
    says: `The caller ${name} (${id}) has rights for an application that is not among the settings.`,
    todo: "Add the application, or revoke the caller.",
  }));
}

async function checkHistory(store: HubStore): Promise<readonly Finding[]> {
  const hours = await store.countRenewals(hoursLookedBack);
  const foreign = hours.reduce((sum, hour) => sum + hour.foreign, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const found: Finding[] = [];
  if (foreign > 0)
    found.push({
      level: "warning",
      check: "foreign-refresher",
      says: `Another program renewed a token ${foreign} times in the last ${hoursLookedBack} hours.`,
      todo: "Find the program that has the application's secret beside the hub, and let it use the hub instead.",
    });
  if (failed > 0)
    found.push({
      level: "note",
      check: "failed-renewals",
      says: `${failed} renewals of the last ${hoursLookedBack} hours failed.`,
      todo: "token-hub audit shows the reasons.",
    });
  return found;
}
