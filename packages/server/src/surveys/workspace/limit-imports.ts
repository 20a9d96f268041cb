import { PlatformError } from "../../errors.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { RateLimit } from "../../store/installation/policy.ts";
import { rateLimitKey } from "../../store/installation/rate-limit-table.ts";
import type { Store } from "../../store/store.ts";

/** Surveys that a user may import: each can take the work of several hundred pages. */
const imports: RateLimit = { perMinute: 20, burst: 30 };

/** Counts an import of a user. @throws `PlatformError` `request_rate_limited` */
export async function limitImports(store: Store, { session }: UserRequest): Promise<void> {
  const key = rateLimitKey("survey-import", String(session.user.id));
  const refusal = await store.consumeTokens([{ key, limit: imports }]);
  if (refusal?.retryAfterSeconds !== undefined)
    throw new PlatformError("request_rate_limited", { retryAfterSeconds: refusal.retryAfterSeconds });
}
