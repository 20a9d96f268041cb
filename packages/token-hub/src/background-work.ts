import type { Logger } from "@survey-open-platform/service";

/** Repeats work until the stack is disposed of. A run that fails is made up for by the next one. */
export function everyFewSeconds(
  seconds: number,
  work: () => Promise<unknown>,
  opened: AsyncDisposableStack,
): void {
  const timer = setInterval(() => void work().catch(() => undefined), seconds * 1000);
  opened.defer(() => clearInterval(timer));
}

/** Does something once beside everything else, and logs how it ended; disposing of the stack ends it early. */
export function inBackground(
  name: string,
  work: (signal: AbortSignal) => Promise<object>,
  { log, opened }: { readonly log: Logger; readonly opened: AsyncDisposableStack },
): void {
  const stopping = new AbortController();
  const running = work(stopping.signal).then(
    (outcome) => log.info({ ...outcome }, `${name}: done`),
    () => log.warn(`${name} failed; the next start tries it again`),
  );
  opened.defer(async () => {
    stopping.abort();
    await running;
  });
}
