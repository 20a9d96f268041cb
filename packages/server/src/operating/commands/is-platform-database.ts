import { compareMigrations, inspectDatabase, type DatabaseCondition } from "@survey-open-platform/database";
import { migrations } from "../../store/migrations/migrations.ts";

/** Whether a platform has ever used the database that an address names; nothing is made or changed to find out. */
export async function isPlatformDatabase(address: string): Promise<boolean> {
  return isPlatforms(await inspectDatabase(address, { checksPages: false }));
}

/** Whether a platform has ever used a database in this condition. */
export function isPlatforms(condition: DatabaseCondition): boolean {
  if (condition.state !== "usable") return false;
  const { applied, lacking } = compareMigrations(condition.migrations, migrations);
  return applied.length > 0 || lacking.length > 0;
}
