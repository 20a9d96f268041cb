import { JsonProblem, parseStrictJson } from "@survey-open-platform/service";
import type { z } from "zod";
import type { Caller, CallerAuthenticator } from "./caller.ts";
import { HubError } from "../errors.ts";
import type { FetchCall } from "../http/endpoint.ts";
import { noBody, readBody } from "../http/request-body.ts";

const longestBodyBytes = 16 * 1024;

/** What a call says in JSON, and whose call it is. */
export interface AdmittedCall<Said> {
  readonly caller: Caller;
  readonly said: Said;
}

/**
 * Lets a call in that says something in JSON. The body is read first only where the caller's signature covers it.
 *
 * @param check what the caller must be allowed, before what it says is looked at
 * @throws HubError `invalid_caller`, `invalid_argument`, whatever `check` throws
 */
export async function admitJson<Said>(
  callers: CallerAuthenticator,
  call: FetchCall,
  { shape, check }: { readonly shape: z.ZodType<Said>; readonly check: (caller: Caller) => void },
): Promise<AdmittedCall<Said>> {
  const signedBody = await callers.signedBody(call, longestBodyBytes);
  const caller = await callers.authenticate(call, signedBody ?? noBody);
  check(caller);
  const said = shape.safeParse(parse(signedBody ?? (await readBody(call.request, longestBodyBytes))));
  if (said.success) return { caller, said: said.data };
  const problem = said.error.issues[0];
  throw new HubError("invalid_argument", { detail: `body: ${problem?.path.join(".")} ${problem?.code}` });
}

function parse(body: Uint8Array): unknown {
  try {
    return parseStrictJson(Buffer.from(body).toString("utf8"));
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    throw new HubError("invalid_argument", { detail: `the body ${error.message}` });
  }
}
