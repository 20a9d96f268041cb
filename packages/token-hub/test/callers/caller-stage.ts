import { randomBytes } from "node:crypto";
import { signHubRequest } from "@survey-open-platform/sdk";
import { CallerDirectory } from "../../src/callers/caller-directory.ts";
import type { CallerRights } from "../../src/callers/caller-rights.ts";
import { registerCaller, type CallerCredentials } from "../../src/callers/register-caller.ts";
import { createSealer } from "@survey-open-platform/service";
import type { HubCall } from "../../src/http/endpoint.ts";
import { makeStage } from "../support/test-hub.ts";

export const origin = "http://hub.test";
export const none = new Uint8Array();

/** All rights but the proxy's. */
export function rightsFor(appid: string, changes: Partial<CallerRights> = {}): CallerRights {
  return { appid, token: true, report: true, users: false, proxyPaths: [], ...changes };
}

/** A directory of callers on a clock that tests move, in seconds since 1970. */
export async function openDirectory() {
  const { database, store } = await makeStage();
  const clock = { now: 1_800_000_000 };
  const sealer = createSealer([randomBytes(32)]);
  const errors: unknown[] = [];
  const log = { error: (...words: unknown[]) => void errors.push(words) };
  const parts = { store, sealer, log, wallClock: () => clock.now * 1000, now: () => clock.now * 1000 };
  const directory = new CallerDirectory(parts);
  // So that tests may sign in the past.
  clock.now += 1_000;
  const add = async (rights: readonly CallerRights[] = [rightsFor("team_a")], reportsPerMinute = 60) => {
    const credentials = await registerCaller(parts, { name: "shop", rights, reportsPerMinute });
    await directory.refresh();
    return credentials;
  };
  return { database, store, sealer, errors, parts, clock, directory, authenticator: directory, add };
}

/** What is signed. */
export interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly body?: string;
  readonly time: number;
}

/** The header that a caller's own SDK makes. */
export async function authorizationOf(
  { id: callerId, secret: callerSecret }: CallerCredentials,
  { method = "GET", target = "/v1/apps/team_a/token", body, time }: Sent,
): Promise<string> {
  return await signHubRequest({ callerId, callerSecret }, { method, target, body, time });
}

/** A request with a header. */
export function requestWith(
  authorization: string | undefined,
  { method = "GET", target = "/v1/apps/team_a/token" }: Partial<Sent> = {},
): HubCall {
  return { method, authorization, target, path: {} };
}

/** What something throws. */
export function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
