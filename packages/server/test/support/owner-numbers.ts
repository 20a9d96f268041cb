import type { TestPlatform } from "./test-platform.ts";

/** Ids of the sample's accounts. */
export async function ownerNumbers({ database }: TestPlatform) {
  const { kysely } = database.reader;
  const team = async (name: string) =>
    (await kysely.selectFrom("teams").select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;
  const user = async (username: string) =>
    (await kysely.selectFrom("users").select("id").where("username", "=", username).executeTakeFirstOrThrow())
      .id;
  const [acme, birch, ada, bob] = [
    await team("Acme"),
    await team("Birch"),
    await user("ada"),
    await user("bob"),
  ];
  const member = await kysely
    .selectFrom("team_members")
    .select("user_id")
    .where("team_id", "=", acme)
    .orderBy("role", "desc")
    .executeTakeFirstOrThrow();
  return { acme, birch, ada, bob, memberOfAcme: member.user_id };
}
