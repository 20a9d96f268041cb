import { PageError } from "../../pages/page-error.ts";
import type { PageProblem } from "../../pages/page-problem.ts";

/** Why a client that describes itself, or has registered itself, is refused. */
export interface ClientProblem {
  readonly problem: Extract<PageProblem, `client_${string}` | "application_disabled" | "too_many_requests">;
  /** One line for its developer. */
  readonly detail?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

const statuses: Partial<Record<ClientProblem["problem"], number>> = {
  too_many_requests: 429,
  client_document_busy: 503,
};

/** The problem as a page: before a client is known, no browser is redirected anywhere. */
export function clientProblemPage({ problem, detail, retryAfterSeconds }: ClientProblem): PageError {
  return new PageError(problem, {
    status: statuses[problem] ?? 400,
    ...(detail !== undefined && { detail }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
