import type { Selectable } from "kysely";
import type { StoreQueries } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";

/** A row of a table. */
export type RowOf<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** The rows that already exist for the entries of a declaration, by name. */
export interface DeclarationState {
  readonly users: ReadonlyMap<string, RowOf<"users">>;
  readonly teams: ReadonlyMap<string, RowOf<"teams">>;
  readonly applications: ReadonlyMap<string, RowOf<"applications">>;
  readonly surveys: ReadonlyMap<string, RowOf<"surveys">>;
  /** The appids of each of those teams' applications, by the team's id. */
  readonly appidsOfTeams: ReadonlyMap<number, readonly string[]>;
}

/** The names to look up. */
export interface NamesToFind {
  readonly usernames: readonly string[];
  readonly teamNames: readonly string[];
  readonly appids: readonly string[];
  readonly surveyKeys: readonly string[];
}

/** Reads the rows that already exist for the entries of a declaration. */
export async function readDeclarationState(
  queries: StoreQueries,
  names: NamesToFind,
): Promise<DeclarationState> {
  const teams = await findTeams(queries, names.teamNames);
  return {
    users: await findUsers(queries, names.usernames),
    teams,
    applications: await findApplications(queries, names.appids),
    surveys: await findSurveys(queries, names.surveyKeys),
    appidsOfTeams: await findAppidsOfTeams(
      queries,
      [...teams.values()].map((team) => team.id),
    ),
  };
}

/** Reads users by their names. */
export async function findUsers(
  { kysely }: StoreQueries,
  usernames: readonly string[],
): Promise<ReadonlyMap<string, RowOf<"users">>> {
  const rows = await inPortions(usernames, (some) =>
    kysely.selectFrom("users").selectAll().where("username", "in", some).execute(),
  );
  return new Map(rows.map((row) => [row.username, row]));
}

/** Reads teams by their names. */
export async function findTeams(
  { kysely }: StoreQueries,
  names: readonly string[],
): Promise<ReadonlyMap<string, RowOf<"teams">>> {
  const rows = await inPortions(names, (some) =>
    kysely.selectFrom("teams").selectAll().where("name", "in", some).execute(),
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** Reads applications by their appids. */
export async function findApplications({ kysely }: StoreQueries, appids: readonly string[]) {
  const rows = await inPortions(appids, (some) =>
    kysely.selectFrom("applications").selectAll().where("appid", "in", some).execute(),
  );
  return new Map(rows.map((row) => [row.appid, row]));
}

async function findSurveys({ kysely }: StoreQueries, keys: readonly string[]) {
  const rows = await inPortions(keys, (some) =>
    kysely.selectFrom("surveys").selectAll().where("declared_key", "in", some).execute(),
  );
  return new Map(rows.map((row) => [row.declared_key ?? "", row]));
}

async function findAppidsOfTeams({ kysely }: StoreQueries, teamIds: readonly number[]) {
  const rows = await inPortions(teamIds, (some) =>
    kysely
      .selectFrom("applications")
      .select(["appid", "owner_id as teamId"])
      .where("kind", "=", "team")
      .where("owner_id", "in", some)
      .execute(),
  );
  const appids = new Map<number, string[]>();
  for (const { appid, teamId } of rows) appids.set(teamId, [...(appids.get(teamId) ?? []), appid]);
  return appids;
}

/** Names asked for in one statement; databases limit how many parameters one may have. */
const portion = 500;

async function inPortions<Key, Row>(
  keys: readonly Key[],
  find: (some: readonly Key[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const distinct = [...new Set(keys)];
  const rows: Row[] = [];
  for (let at = 0; at < distinct.length; at += portion) {
    rows.push(...(await find(distinct.slice(at, at + portion))));
  }
  return rows;
}
