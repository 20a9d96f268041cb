import { inspectDatabase } from "@survey-open-platform/database";
import { CommandError } from "@survey-open-platform/service";
import { openPlatformDatabase, type PlatformDatabase } from "../../platform.ts";
import { isPlatforms } from "./is-platform-database.ts";

type DatabaseSettings = Parameters<typeof openPlatformDatabase>[0];

/**
 * Opens the database of a platform. A misspelt address must not make an empty one in which the command then finds nothing.
 *
 * @throws `CommandError` when it cannot be used, or no platform has used it
 */
export async function openExisting(settings: DatabaseSettings): Promise<PlatformDatabase> {
  const condition = await inspectDatabase(settings.database, { checksPages: false });
  if (condition.state === "unusable")
    throw new CommandError(
      `The database ${condition.place} cannot be used: ${condition.reason}. Nothing was changed. Try sop doctor.`,
    );
  if (!isPlatforms(condition))
    throw new CommandError("There is no platform's database at that address. Try sop doctor.");
  return openPlatformDatabase(settings);
}
