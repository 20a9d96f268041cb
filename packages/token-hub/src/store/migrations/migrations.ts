import type { Migrations } from "@survey-open-platform/database";
import { initialMigration } from "./0001-initial.ts";
import { userGrantsMigration } from "./0002-user-grants.ts";
import { usedSignaturesMigration } from "./0003-used-signatures.ts";
import { handedOutVersionsMigration } from "./0004-handed-out-versions.ts";

/** Every schema change, by name; a released one is never edited. */
export const migrations: Migrations = {
  "0001-initial": initialMigration,
  "0002-user-grants": userGrantsMigration,
  "0003-used-signatures": usedSignaturesMigration,
  "0004-handed-out-versions": handedOutVersionsMigration,
};
