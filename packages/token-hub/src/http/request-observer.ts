import { hash } from "node:crypto";
import { RefusalLines, type Logger } from "@survey-open-platform/service";
import type { HubError } from "../errors.ts";

/** What is known of a request once it has its response. It never has a target, a parameter or a header of it. */
export interface ObservedRequest {
  /** The pattern of the path, not the path. */
  readonly route: string;
  readonly method: string;
  /** Where the connection comes from; undefined where there is no socket. */
  readonly address?: string | undefined;
  readonly requestId: string | undefined;
  readonly milliseconds: number;
  /** Undefined when the request was served. */
  readonly error: HubError | undefined;
}

/** Called with every request. */
export type RequestObserver = (request: ObservedRequest) => void;

/** Writes one line per request: faults as errors, failed authentications as warnings, the rest less loudly. A flood of refusals is counted. */
export function logRequests(log: Logger): RequestObserver {
  const refusals = new RefusalLines(log);
  return (request) => {
    const { route, method, requestId, milliseconds, error } = request;
    const level = levelOf(error);
    if (!log.isLevelEnabled(level)) return;
    if (error !== undefined && !isFault(error) && !refusals.take(route, error.type)) return;
    const line = { method, route, request_id: requestId, ms: Math.round(milliseconds * 100) / 100 };
    if (error === undefined) return log[level](line, "served");
    const { type, detail } = error;
    const cause = causeOf(error);
    log[level]({ ...line, ...attemptOf(request), error_type: type, detail, cause }, "refused");
  };
}

function levelOf(error: HubError | undefined): "debug" | "error" | "warn" | "info" {
  if (error === undefined) return "debug";
  if (isFault(error)) return "error";
  return error.claimedName === undefined ? "info" : "warn";
}

const nameHashLength = 12;

/** Who tried to authenticate, from where. A name is hashed: what is sent as one may be a secret. */
function attemptOf({ address, error }: ObservedRequest) {
  const name = error?.claimedName;
  if (name === undefined) return {};
  if (name === "") return { address };
  return {
    address,
    name_hash: hash("sha256", name, "base64url").slice(0, nameHashLength),
  };
}

function isFault({ type }: HubError): boolean {
  return type === "internal_error" || type === "storage_unavailable";
}

/** The stack of a fault of ours; an error's own words may quote what it was given, and so a secret. */
function causeOf(error: HubError): string | undefined {
  if (!isFault(error) || !(error.cause instanceof Error)) return undefined;
  const { name, stack = "" } = error.cause;
  return [name, ...stack.split("\n").filter((line) => /^\s+at /.test(line))].join("\n");
}
