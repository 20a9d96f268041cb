import { JsonProblem, parseStrictJson } from "@survey-open-platform/service";
import { readAtMost } from "../../http/read-at-most.ts";
import type { ClientSources } from "../clients/oauth-client.ts";
import { registerClient } from "../clients/register-client.ts";
import { jsonResponse, OauthError } from "./oauth-error.ts";
import type { OauthRoute } from "./oauth-route.ts";

const longestBody = 16 * 1024;

/** `POST /oauth/register`: a program registers itself (RFC 7591). */
export function registerRoute({ store, described }: ClientSources): OauthRoute {
  return {
    method: "POST",
    path: "/oauth/register",
    isOpenToScripts: true,
    async handle({ context }) {
      const { status, body } = await registerClient(store, described.registered, await readJson(context.req));
      return jsonResponse(body, status);
    },
  };
}

type JsonRequest = Parameters<OauthRoute["handle"]>[0]["context"]["req"];

/** @throws `OauthError` */
async function readJson(request: JsonRequest): Promise<unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.header("content-type") ?? ""))
    throw refused("The body must be JSON: application/json.");
  const body = await readAtMost(request.raw, longestBody);
  if (body === undefined) throw refused(`The body is longer than ${longestBody} bytes.`);
  try {
    return parseStrictJson(body.toString("utf8"));
  } catch (error) {
    if (error instanceof JsonProblem) throw refused("The body is not valid JSON.");
    throw error;
  }
}

function refused(description: string): OauthError {
  return new OauthError("invalid_client_metadata", description);
}
