import type { TeamTokens } from "./team-tokens.ts";

/** What is waited for. */
interface Awaited {
  readonly appid: string;
  /** The version that is known already. */
  readonly after: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/** Resolves as soon as an application has a version after the known one, or when the signal ends the wait. */
export async function nextChange(
  hub: Pick<TeamTokens, "tokenAtOnce" | "watch">,
  { appid, after, signal }: Awaited,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const stop = hub.watch(appid, ({ version }) => {
    if (version > after) resolve();
  });
  signal.addEventListener("abort", end);
  // Looked at after the line is held, so that nothing falls in between.
  if (signal.aborted || (hub.tokenAtOnce(appid)?.version ?? 0) > after) resolve();
  await promise;
  signal.removeEventListener("abort", end);
  stop();
}
