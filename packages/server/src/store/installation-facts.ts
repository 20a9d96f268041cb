import { sql } from "kysely";
import type { StoreQueries } from "./queries.ts";

/** What stands in the database that bears on how well an installation is protected. */
export interface InstallationFacts {
  readonly applications: readonly ApplicationFacts[];
  /** SQLite's setting as a number; 2 is FULL. */
  readonly synchronous: number;
}

/** One enabled application that acts for people. */
export interface ApplicationFacts {
  readonly appid: string;
  readonly refreshRequiresSecret: boolean;
  readonly redirectUris: readonly string[];
}

/** Reads what the doctor asks about. @param transaction because only the writing connection commits anything */
export async function readInstallationFacts({ kysely }: StoreQueries): Promise<InstallationFacts> {
  const applications = await kysely
    .selectFrom("applications")
    .select(["id", "appid", "refresh_requires_secret"])
    .where("kind", "=", "web")
    .where("disabled", "=", 0)
    .orderBy("appid")
    .execute();
  const uris = await kysely.selectFrom("redirect_uris").select(["application_id", "uri"]).execute();
  const uriListOf = Map.groupBy(uris, (row) => row.application_id);
  const { rows } = await sql<{ readonly synchronous: number }>`pragma synchronous`.execute(kysely);
  return {
    synchronous: rows[0]?.synchronous ?? 0,
    applications: applications.map((row) => ({
      appid: row.appid,
      refreshRequiresSecret: row.refresh_requires_secret === 1,
      redirectUris: (uriListOf.get(row.id) ?? []).map(({ uri }) => uri),
    })),
  };
}
