import type { Hono } from "hono";

/** What readiness depends on. */
export interface Health {
  /** Sends the store a trivial query. @throws when it cannot be reached */
  readonly ping: () => Promise<unknown>;
  /** Whether the server accepts new work; false once it has begun to stop. */
  readonly isReady: () => boolean;
}

/**
 * Adds `/livez` and `/readyz`. Liveness says that the process responds; readiness, that it can serve: its store can be
 * reached, and it is not stopping.
 */
export function addHealth<Environment extends object>(
  app: Hono<Environment>,
  { ping, isReady }: Health,
): void {
  app.get("/livez", () => healthResponse(true));
  app.get("/readyz", async () => healthResponse(isReady() && (await succeeds(ping))));
}

async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  return await work().then(
    () => true,
    () => false,
  );
}

function healthResponse(isHealthy: boolean): Response {
  return Response.json(
    { status: isHealthy ? "ok" : "unavailable" },
    { status: isHealthy ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
