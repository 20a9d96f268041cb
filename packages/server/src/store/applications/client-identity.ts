import { clientHosts } from "../../model/client-hosts.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** How a client is named to people: what it calls itself, and a host that stands behind it. */
export interface ClientIdentity {
  readonly name: string;
  /** "" for one of which no host is known, such as a program on the own machine. */
  readonly host: string;
}

/** The name and the host of an application. @throws when there is none */
export async function findClientIdentity(
  { kysely }: StoreQueries,
  applicationId: number,
): Promise<ClientIdentity> {
  const { name, origin, clientId } = await kysely
    .selectFrom("applications")
    .select(["name", "origin", "client_id as clientId"])
    .where("id", "=", applicationId)
    .executeTakeFirstOrThrow();
  const uris = await kysely
    .selectFrom("redirect_uris")
    .select("uri")
    .where("application_id", "=", applicationId)
    .execute();
  const places = { clientId: clientId ?? "", redirectUris: uris.map(({ uri }) => uri) };
  const [host = ""] = clientHosts({ origin: origin === "document" ? origin : "registered", ...places });
  return { name, host };
}
