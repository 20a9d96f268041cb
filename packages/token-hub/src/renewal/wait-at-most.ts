import { HubError } from "../errors.ts";

/**
 * Waits for a promise for a while; what it stands for goes on.
 *
 * @throws HubError `token_unavailable` when it takes longer
 */
export async function waitAtMost<Result>(milliseconds: number, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLongError()), milliseconds);
  });
  try {
    return await Promise.race([promise, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLongError(): HubError {
  return new HubError("token_unavailable", { detail: "a renewal takes long", retryAfterSeconds: 1 });
}
