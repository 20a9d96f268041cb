import { sql } from "kysely";
import { mailAddressKey } from "../../model/mail-address.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** What an operator knows of a person. */
export type PersonName =
  | { readonly by: "username" | "address" | "openid"; readonly text: string }
  /** The code or telephone number of a participant; other surveys may use the same for somebody else. */
  | { readonly by: "code"; readonly text: string; readonly surveyId: number | undefined };

/** Everything under which the platform knows a person. */
export interface Person {
  readonly users: readonly { readonly id: number; readonly username: string }[];
  /** Mail addresses, in small letters. */
  readonly addresses: readonly string[];
  /** By which applications know the accounts, and the one that was asked for. */
  readonly openids: readonly string[];
  readonly participants: readonly { readonly surveyId: number; readonly id: number }[];
}

/** Finds out under which names the platform knows a person. All lists are empty where it knows no one. */
export async function findPerson(queries: StoreQueries, name: PersonName): Promise<Person> {
  if (name.by === "code")
    return { users: [], addresses: [], openids: [], participants: await participantsByCode(queries, name) };
  const users = await usersCalled(queries, name);
  const addresses = name.by === "address" ? [mailAddressKey(name.text)] : ownAddresses(users);
  return {
    users: users.map(({ id, username }) => ({ id, username })),
    addresses,
    openids: [
      ...(name.by === "openid" ? [name.text] : []),
      ...(await openidsOf(
        queries,
        users.map(({ id }) => id),
      )),
    ],
    participants: await participantsAt(queries, {
      addresses,
      userIds: users.map(({ id }) => id),
    }),
  };
}

interface NamedUser {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
}

async function usersCalled(
  { kysely }: StoreQueries,
  { by, text }: Pick<PersonName, "by" | "text">,
): Promise<readonly NamedUser[]> {
  const users = kysely.selectFrom("users").select(["id", "username", "email"]).orderBy("id");
  if (by === "username") return users.where("username", "=", text).execute();
  if (by === "address") return users.where(sql<boolean>`lower(email) = ${mailAddressKey(text)}`).execute();
  const ofConsents = kysely.selectFrom("grants").select("user_id").where("openid", "=", text);
  const ofApplications = kysely
    .selectFrom("third_party_accounts")
    .select("user_id")
    .where("openid", "=", text);
  return users.where((eb) => eb.or([eb("id", "in", ofConsents), eb("id", "in", ofApplications)])).execute();
}

async function openidsOf({ kysely }: StoreQueries, userIds: readonly number[]): Promise<readonly string[]> {
  if (userIds.length === 0) return [];
  const ofConsents = kysely.selectFrom("grants").select("openid").where("user_id", "in", userIds);
  const ofApplications = kysely
    .selectFrom("third_party_accounts")
    .select("openid")
    .where("user_id", "in", userIds);
  const rows = await ofConsents.union(ofApplications).execute();
  return rows.map(({ openid }) => openid);
}

/** Several accounts can have one address: what is found at it is theirs only where one account alone was named. */
function ownAddresses(users: readonly NamedUser[]): readonly string[] {
  return users.flatMap(({ email }) => (email === null ? [] : [mailAddressKey(email)]));
}

async function participantsAt(
  { kysely }: StoreQueries,
  { addresses, userIds }: { readonly addresses: readonly string[]; readonly userIds: readonly number[] },
): Promise<Person["participants"]> {
  if (addresses.length + userIds.length === 0) return [];
  return kysely
    .selectFrom("participants")
    .select(["survey_id as surveyId", "id"])
    .where((eb) =>
      eb.or([
        ...(addresses.length === 0 ? [] : [sql<boolean>`lower(email) in (${sql.join(addresses)})`]),
        ...(userIds.length === 0 ? [] : [eb("user_id", "in", userIds)]),
      ]),
    )
    .orderBy("id")
    .execute();
}

async function participantsByCode(
  { kysely }: StoreQueries,
  { text, surveyId }: Extract<PersonName, { by: "code" }>,
): Promise<Person["participants"]> {
  const digits = text.replaceAll(/[^\d+]/g, "");
  return kysely
    .selectFrom("participants")
    .select(["survey_id as surveyId", "id"])
    .where((eb) =>
      eb.or([eb("code", "=", text), ...(digits === "" ? [] : [eb("known_by", "=", `phone ${digits}`)])]),
    )
    .$if(surveyId !== undefined, (query) => query.where("survey_id", "=", surveyId ?? 0))
    .orderBy("id")
    .execute();
}
