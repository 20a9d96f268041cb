import { hubErrors, localErrors, platformErrors, type ErrorCode, type ErrorType } from "./error-types.ts";

/** One of several things that are wrong with a call. */
export interface ErrorProblem {
  /** Name of the parameter on the wire. */
  readonly parameter: string;
  /** Line of the parameter's text, from 1, where it has lines. */
  readonly line?: number | undefined;
  /** What is wrong, in one English sentence of the platform. */
  readonly message: string;
}

/** What is known of an error beside its type. Nothing in it may be a secret, a token or an address with a query. */
export interface ErrorDetails {
  /** More than the type says, in words of the platform or of this package. */
  readonly detail?: string | undefined;
  readonly problems?: readonly ErrorProblem[] | undefined;
  readonly code?: ErrorCode | undefined;
  readonly requestId?: string | undefined;
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly parameter?: string | undefined;
}

const says: Readonly<Record<string, string>> = { ...platformErrors, ...hubErrors, ...localErrors };

/**
 * The one error of this package. It never carries a secret, a token or an address: not in its message, its
 * stack, its JSON, nor in a cause, which is why it has none.
 *
 * @example
 * ```ts
 * import { SurveyPlatformError } from "@survey-open-platform/sdk";
 *
 * export function canComeBackLater(error: unknown): boolean {
 *   return error instanceof SurveyPlatformError && error.retryAfterSeconds !== undefined;
 * }
 * ```
 */
export class SurveyPlatformError extends Error {
  override readonly name = "SurveyPlatformError";
  /** What went wrong: decide by this. */
  readonly type: ErrorType;
  /** The envelope's `code`; undefined when the error was made on this side. */
  readonly code: ErrorCode | undefined;
  /** The platform's name for the request: what its operator needs to look it up. */
  readonly requestId: string | undefined;
  /** HTTP status of the response, if there was one. Refusals come with 200 from some platforms. */
  readonly status: number | undefined;
  /** Seconds after which trying again makes sense, if the platform said so. */
  readonly retryAfterSeconds: number | undefined;
  /** The parameter that was refused, if that is known. */
  readonly parameter: string | undefined;
  /** Why, in one English sentence, for a developer to read: the platform's own, if it said so. */
  readonly detail: string | undefined;
  /** Each thing that is wrong, where the platform lists several; else empty. */
  readonly problems: readonly ErrorProblem[];

  constructor(type: ErrorType, details: ErrorDetails = {}) {
    super(messageOf(type, details));
    this.type = type;
    this.code = details.code;
    this.requestId = details.requestId;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.parameter = details.parameter;
    this.detail = details.detail;
    this.problems = details.problems ?? [];
  }

  /** What a log may keep of it. */
  toJSON(): Readonly<Record<string, string | number | undefined | readonly ErrorProblem[]>> {
    const { name, type, code, requestId, status, retryAfterSeconds, parameter, message, problems } = this;
    return { name, type, code, requestId, status, retryAfterSeconds, parameter, message, problems };
  }
}

function messageOf(type: ErrorType, { detail, requestId, parameter }: ErrorDetails): string {
  const meaning = detail ?? (Object.hasOwn(says, type) ? says[type] : undefined);
  const about = [parameter && `parameter ${parameter}`, requestId && `request ${requestId}`].filter(Boolean);
  return type + (meaning ? `: ${meaning}` : "") + (about.length > 0 ? ` (${about.join(", ")})` : "");
}
