import { SurveyTooLargeError } from "@survey-open-platform/surveys";
import type { ErrorType, PlatformError } from "../errors.ts";
import type { PageProblem } from "./page-problem.ts";

/** The texts of a form that was refused, so that its user can send them again. */
export interface RefusedForm {
  /** Names and values, in their order. Files are none of them. */
  readonly fields: readonly (readonly [string, string])[];
  readonly isMultipart: boolean;
  /** What has to happen before the form can be sent again. */
  readonly waitsFor: "sign_in" | "step_up" | "opening" | "sending";
}

/** Status and hints of a page about a problem. */
export interface PageErrorOptions {
  readonly status: number;
  /** One short line for developers; never a secret, a token or a cause. */
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: string;
  /** What was sent, where the page may give it back. */
  readonly form?: RefusedForm;
}

/** An error that is meant for a user: it becomes a page of its own and never a redirect. */
export class PageError extends Error {
  override readonly name = "PageError";
  readonly problem: PageProblem;
  readonly options: PageErrorOptions;

  constructor(problem: PageProblem, options: PageErrorOptions) {
    super(problem);
    this.problem = problem;
    this.options = options;
  }
}

/** What a page throws when what it is about is gone, or belongs to someone else. */
export function notFound(): PageError {
  return new PageError("not_found", { status: 404 });
}

/** How an error type is shown to users. */
const shown: Readonly<
  Partial<Record<ErrorType, { readonly problem: PageProblem; readonly status: number }>>
> = {
  invalid_argument: { problem: "invalid_argument", status: 400 },
  request_rate_limited: { problem: "too_many_requests", status: 429 },
  no_route: { problem: "not_found", status: 404 },
  not_found: { problem: "not_found", status: 404 },
  storage_unavailable: { problem: "storage_unavailable", status: 503 },
};

/** The page that a user gets for an error of any kind. */
export function toPageError(error: PlatformError): PageError {
  const { problem, status } = shown[error.type] ?? { problem: "internal_error", status: 500 };
  if (error.allow !== undefined)
    return new PageError("method_not_allowed", { status: 405, allow: error.allow });
  if (error.cause instanceof SurveyTooLargeError) return new PageError("survey_too_large", { status: 413 });
  const { retryAfterSeconds, parameter } = error;
  return new PageError(problem, {
    status,
    ...(parameter === undefined ? {} : { detail: parameter }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
