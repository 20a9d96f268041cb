import { randomUUID } from "node:crypto";
import { createSealer } from "@survey-open-platform/service";
import { CallerDirectory } from "../../src/callers/caller-directory.ts";
import type { CallerRights } from "../../src/callers/caller-rights.ts";
import { registerCaller } from "../../src/callers/register-caller.ts";
import { toHubError } from "../../src/errors.ts";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { responseOf, type Reply } from "../../src/http/reply.ts";
import {
  makeStage,
  startHub,
  team,
  testKey,
  type StageOptions,
  type TestHubOptions,
} from "../support/test-hub.ts";

export const origin = "http://hub.test";

/** All that a caller can be allowed for the team of the mock platform. */
export const everything: CallerRights = {
  appid: team.appid,
  token: true,
  report: true,
  users: false,
  proxyPaths: ["/api/surveys"],
};

/** What the hub that a test has opened would have logged. */
let logged: string[] = [];
const note = (...words: unknown[]) => void logged.push(JSON.stringify(words));

/** A hub in front of a mock platform, and callers. */
export async function openHub(options: Pick<StageOptions, "platform"> & TestHubOptions = {}) {
  const { platform, ...ofHub } = options;
  const stage = await makeStage(platform && { platform });
  const started = await startHub(stage, ofHub);
  logged = [];
  const sealer = createSealer([testKey]);
  const directory = new CallerDirectory({ store: stage.store, sealer, log: { error: note } });
  const callers = directory;
  const addCaller = async (rights: readonly CallerRights[] = [everything], reportsPerMinute = 60) => {
    const credentials = await registerCaller(
      { store: stage.store, sealer },
      { name: "shop", rights, reportsPerMinute },
    );
    await directory.refresh();
    return { ...credentials, bearer: `Bearer ${credentials.id}.${credentials.secret}` };
  };
  const { hub } = started;
  const parts = { hub, callers };
  return { ...stage, ...started, parts, directory, logged, addCaller };
}

/** Asks an endpoint as a router would. */
export async function ask(endpoint: Endpoint, request: Request, cut?: () => void): Promise<Response> {
  const names: string[] = [];
  const pattern = endpoint.path.replace(
    /\{(\w+)(\.\.\.)?\}/g,
    (_, name: string, rest: string | undefined) => {
      names.push(name);
      return rest === undefined ? "([^/]+)" : "(.*)";
    },
  );
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const authorization = headers.get("authorization") ?? undefined;
  const found = new RegExp(`^${pattern}$`).exec(pathname);
  if (found === null) throw new Error(`${pathname} is not a path of ${endpoint.path}`);
  const path = Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ""]));
  try {
    return asResponse(
      await endpoint.handle({ request, method, authorization, target: pathname + search, path, cut }),
    );
  } catch (thrown) {
    if (endpoint.respondTo === undefined) throw thrown;
    const error = toHubError(thrown);
    note({ type: error.type, detail: error.detail });
    return asResponse(endpoint.respondTo(error, randomUUID()));
  }
}

function asResponse(result: Response | Reply): Response {
  return result instanceof Response ? result : responseOf(result);
}
