import { CommandError } from "@survey-open-platform/service";
import { openPlatformDatabase, type PlatformDatabase } from "../platform.ts";
import { isPlatformDatabase } from "./is-platform-database.ts";

type DatabaseSettings = Parameters<typeof openPlatformDatabase>[0];

/**
 * Opens the database of a platform. A misspelt address must not make an empty one in which the command then finds nothing.
 *
 * @throws `CommandError` when no platform has used it
 */
export async function openExisting(settings: DatabaseSettings): Promise<PlatformDatabase> {
  if (!(await isPlatformDatabase(settings.database)))
    throw new CommandError("There is no platform's database at that address. Try sop doctor.");
  return openPlatformDatabase(settings);
}
