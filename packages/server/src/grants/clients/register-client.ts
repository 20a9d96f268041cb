import { z } from "zod";
import { findRedirectUriProblems } from "../../model/redirect-uri.ts";
import { readTime } from "../../store/statements/queries.ts";
import type { Store } from "../../store/store.ts";
import { metadataFields, problemLine, problemOf } from "./client-metadata.ts";
import { type RegisteredClients, registrationMaximumBytes } from "./registered-client.ts";

/** What a registration leads to (RFC 7591, sections 3.2.1 and 3.2.2). */
export interface RegistrationResponse {
  readonly status: 201 | 400 | 403;
  readonly body: object;
}

const fields = metadataFields(findRedirectUriProblems);
/** Libraries send more than that; what is not known is ignored (RFC 7591, section 2). */
const schema = z.object({ redirect_uris: fields.redirect_uris, client_name: fields.client_name.optional() });

/**
 * Registers a client by request (RFC 7591), without storing anything. The client gets no secret, whatever it asked for: what
 * is answered counts.
 *
 * @param metadata the JSON that was sent
 */
export async function registerClient(
  store: Store,
  clients: RegisteredClients,
  metadata: unknown,
): Promise<RegistrationResponse> {
  const checked = schema.safeParse(metadata);
  if (!checked.success) return refused(problemOf(checked.error));
  const { redirect_uris: redirectUris, client_name: given } = checked.data;
  const name = given ?? new URL(redirectUris[0] ?? "").hostname;
  if (Buffer.byteLength(JSON.stringify([name, redirectUris])) > registrationMaximumBytes)
    return refused({ field: "", says: `the metadata are longer than ${registrationMaximumBytes} bytes` });
  const registeredAt = await readTime(store.reader);
  return {
    status: 201,
    body: {
      client_id: await clients.seal({ name, redirectUris }, registeredAt),
      client_id_issued_at: Math.floor(registeredAt / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  };
}

function refused(problem: Parameters<typeof problemLine>[0]): RegistrationResponse {
  const isRedirectUri = problem.field.startsWith("redirect_uris");
  return {
    status: 400,
    body: {
      error: isRedirectUri ? "invalid_redirect_uri" : "invalid_client_metadata",
      error_description: problemLine(problem),
    },
  };
}
