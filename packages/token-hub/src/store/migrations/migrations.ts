import type { Migrations } from "@survey-open-platform/database";
import { initialMigration } from "./0000-initial.ts";

/** Every schema change, by name; a released one is never edited. */
export const migrations: Migrations = { "0000-initial": initialMigration };
