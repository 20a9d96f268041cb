import { signIn } from "../seed/consent.ts";
import { credentials } from "../seed/declaration.ts";
import type { Crew } from "./work.ts";

const keepers = 2;
const revokers = 2;

/** The number of users that {@link makeCrew} signs in; the seed needs as many. */
export const crewPeople = keepers + revokers;

/** Signs in the users who work for the ledger, spread over the nodes. */
export async function makeCrew(urls: readonly string[]): Promise<Crew> {
  const { password } = credentials.ada;
  const people = await Promise.all(
    Array.from({ length: crewPeople }, (_, index) =>
      signIn(urls[index % urls.length] ?? "", { username: `person-${index}`, password }),
    ),
  );
  return { urls, keepers: people.slice(0, keepers), revokers: people.slice(keepers) };
}
