import { comesFromElsewhere, isCsrfTokenOf } from "@survey-open-platform/service";
import { PageError } from "../pages/page-error.ts";
import type { UserVisit, Visit } from "./visit.ts";

/** Longest form that is read, in bytes. */
const formMaximumBytes = 64 * 1024;

/**
 * Reads the fields of a form that was posted, after proving that it is one of ours: it carries the token
 * that belongs to `sessionToken`, and the browser does not say that it came from another site.
 *
 * @throws `PageError` `csrf`, `invalid_argument`
 */
export async function readForm<Name extends string>(
  visit: Visit,
  sessionToken: string | undefined,
  names: readonly Name[],
): Promise<Readonly<Record<Name, string>>> {
  if (comesFromElsewhere(visit.context.req.raw.headers, visit.origin))
    throw new PageError("csrf", { status: 403 });
  const fields = await readFields(visit);
  const given = onlyValue(fields, "csrf");
  if (sessionToken === undefined || !isCsrfTokenOf(sessionToken, given))
    throw new PageError("csrf", { status: 403 });
  const values = names.map((name) => [name, onlyValue(fields, name)]);
  // One entry for each name.
  return Object.fromEntries(values) as Record<Name, string>;
}

/** Reads the fields of a form that a signed-in user posted, see {@link readForm}. */
export function readOwnForm<Name extends string>(
  visit: UserVisit,
  names: readonly Name[],
): Promise<Readonly<Record<Name, string>>> {
  return readForm(visit, visit.session.token, names);
}

async function readFields({ context }: Visit): Promise<URLSearchParams> {
  const type = context.req.header("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) throw new PageError("csrf", { status: 403 });
  return new URLSearchParams(await readBody(context.req.raw));
}

/** Stops reading as soon as there is too much, whatever length was announced. */
async function readBody({ body }: Request): Promise<string> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The body of a request is bytes; the type of the stream does not say so.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > formMaximumBytes)
      throw new PageError("invalid_argument", { status: 413, detail: "form too large" });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function onlyValue(fields: URLSearchParams, name: string): string {
  const [value = "", ...others] = fields.getAll(name);
  if (others.length > 0) throw new PageError("duplicated_parameter", { status: 400, detail: name });
  return value;
}
