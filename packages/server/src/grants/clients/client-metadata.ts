import { JsonProblem, parseStrictJson } from "@survey-open-platform/service";
import { z } from "zod";
import {
  findPublicRedirectUriProblems,
  type findRedirectUriProblems,
  redirectUriProblems,
} from "../../model/redirect-uri.ts";
import { declaredName } from "../../session/credential-fields.ts";

/** What a client says of itself, checked. */
export interface ClientMetadata {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** One thing that is wrong with metadata. */
export interface MetadataProblem {
  /** As it is spelled on the wire; "" for the whole. */
  readonly field: string;
  /** In English, behind the name of the field. */
  readonly says: string;
}

/** Most redirect addresses of a client that describes itself. */
export const describedRedirectUris = 20;

type FindProblems = typeof findRedirectUriProblems;

/** An address that a client may be redirected to. */
function redirectUri(find: FindProblems) {
  return z.string().superRefine((text, context) => {
    for (const problem of find(text))
      context.addIssue({ code: "custom", message: redirectUriProblems[problem] });
  });
}

/** The fields that both ways of describing oneself have (RFC 7591, section 2); others are ignored. */
export function metadataFields(find: FindProblems) {
  return {
    redirect_uris: z.array(redirectUri(find)).min(1).max(describedRedirectUris),
    client_name: declaredName(),
  };
}

/**
 * Reads a metadata document. It must name its own address: otherwise a copy of it elsewhere would be another client of the same
 * name (draft-ietf-oauth-client-id-metadata-document, section 4).
 *
 * @param clientId the address that it was fetched from
 */
export function readMetadataDocument(text: string, clientId: string): ClientMetadata | MetadataProblem {
  const schema = z.object({
    client_id: z.literal(clientId, { error: "must be the address of the document, character by character" }),
    ...metadataFields(findPublicRedirectUriProblems),
    token_endpoint_auth_method: z
      .literal("none", {
        error: 'must be "none": a client that describes itself has no secret, and keys are not supported',
      })
      .optional(),
    client_secret: z.never({ error: "must not be there: what anyone can read is no secret" }).optional(),
  });
  const content = parse(text);
  if (content === undefined) return { field: "", says: "is no JSON object" };
  const checked = schema.safeParse(content);
  if (!checked.success) return problemOf(checked.error);
  const { client_name: name, redirect_uris: redirectUris } = checked.data;
  return { name, redirectUris };
}

function parse(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (error instanceof JsonProblem) return undefined;
    throw error;
  }
}

/** The first problem of a schema; the others are found when that one is corrected. */
export function problemOf({ issues: [issue] }: z.ZodError): MetadataProblem {
  return { field: issue?.path.join(".") ?? "", says: issue?.message ?? "is malformed" };
}

/** A problem as one line. */
export function problemLine({ field, says }: MetadataProblem): string {
  return field === "" ? says : `${field}: ${says}`;
}
