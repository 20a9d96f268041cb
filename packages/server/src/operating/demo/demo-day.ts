import type { PlatformZone } from "@survey-open-platform/surveys";
import type { StoreQueries } from "../../store/statements/queries.ts";
import { demoCredentials } from "./demo-data.ts";

/**
 * Finds the day that the demo's sample data is made for: the one on which it was first applied to this
 * database, because answers that were given do not change later.
 *
 * @returns `YYYY-MM-DD` in the platform's zone; undefined when the database holds something else than the demo
 */
export async function findDemoDay(queries: StoreQueries, zone: PlatformZone): Promise<string | undefined> {
  const { username } = demoCredentials.ada;
  const { appid } = demoCredentials.verifiedApplication;
  const [users, demoUser, demoApplication] = await Promise.all([
    queries.kysely.selectFrom("users").select("id").limit(1).execute(),
    queries.kysely
      .selectFrom("users")
      .select("created_at")
      .where("username", "=", username)
      .executeTakeFirst(),
    queries.kysely.selectFrom("applications").select("id").where("appid", "=", appid).executeTakeFirst(),
  ]);
  if (users.length === 0) return dayOf(Date.now(), zone);
  return demoUser === undefined || demoApplication === undefined
    ? undefined
    : dayOf(demoUser.created_at, zone);
}

function dayOf(ms: number, zone: PlatformZone): string {
  return zone.format(ms).slice(0, 10);
}
