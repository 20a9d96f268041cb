import { declareUser } from "../../src/store/declaration/declaration-user.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Makes users of the sample data administrators. */
export async function makeAdministrators(
  { database }: Pick<TestPlatform, "database">,
  ...usernames: readonly string[]
): Promise<void> {
  for (const username of usernames) {
    const row = database.reader.kysely.selectFrom("users").selectAll();
    const existing = await row.where("username", "=", username).executeTakeFirstOrThrow();
    await database.write((t) => declareUser(t, { username, administrator: 1 }, existing));
  }
}
