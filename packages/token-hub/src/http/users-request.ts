import { z } from "zod";
import type { Caller, CallerDesk } from "../callers/caller.ts";
import { HubError } from "../errors.ts";
import type { ServedUserToken } from "../users/open-grant.ts";
import { noBody } from "./caller-parts.ts";
import type { HubCall } from "./endpoint.ts";

const longestBodyBytes = 16 * 1024;
const openidShape = /^[\x21-\x7e]{1,128}$/;
const noStore = { "Cache-Control": "no-store" };

/** Who may ask what about people, and about whom. */
export interface UsersCall {
  readonly caller: Caller;
  readonly appid: string;
}

/** A call about people, let in. @throws HubError `invalid_caller`, `forbidden` */
export function admitUsersCall(callers: CallerDesk, { request, path }: HubCall): UsersCall {
  return withRight(callers.authenticate(request, noBody), path["appid"] ?? "");
}

/**
 * A call about people that says something in JSON, let in. The body is read first only where the caller's signature
 * covers it.
 *
 * @throws HubError `invalid_caller`, `forbidden`, `invalid_argument`
 */
export async function admitUsersCallWith<Said>(
  callers: CallerDesk,
  { request, path }: HubCall,
  shape: z.ZodType<Said>,
): Promise<UsersCall & { readonly said: Said }> {
  const isSignedFor = callers.needsBody(request);
  const early = isSignedFor ? await readBody(request) : noBody;
  const call = withRight(callers.authenticate(request, early), path["appid"] ?? "");
  const said = shape.safeParse(parse(isSignedFor ? early : await readBody(request)));
  if (said.success) return { ...call, said: said.data };
  const problem = said.error.issues[0];
  throw new HubError("invalid_argument", { detail: `body: ${problem?.path.join(".")} ${problem?.code}` });
}

/** The openid in the path. @throws HubError `invalid_argument` */
export function openidOf({ path }: HubCall): string {
  const { openid = "" } = path;
  if (openidShape.test(openid)) return openid;
  throw new HubError("invalid_argument", { detail: "openid" });
}

/** A person's token as it is answered. */
export function userTokenReply({
  openid,
  accessToken,
  version,
  expiresInSeconds,
}: ServedUserToken): Response {
  const body = { openid, access_token: accessToken, version, expires_in: expiresInSeconds };
  return Response.json(body, { headers: noStore });
}

function withRight(caller: Caller, appid: string): UsersCall {
  if (caller.may("users", appid)) return { caller, appid };
  throw new HubError("forbidden", { detail: `users by ${caller.id}` });
}

/** Stops reading as soon as there is too much, whatever length was announced. */
async function readBody({ body }: Request): Promise<Uint8Array> {
  if (body === null) return noBody;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The body of a request is bytes; the type of the stream does not say so.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > longestBodyBytes) throw new HubError("invalid_argument", { detail: "the body is too long" });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    // The parser's own error quotes the body, which may hold a code.
    throw new HubError("invalid_argument", { detail: "the body is not JSON" });
  }
}
