import { PlatformError } from "../errors.ts";
import { type RecordedAttempt, recordSignInAttempt } from "../store/people/session-table.ts";
import type { Store } from "../store/store.ts";
import type { UserWithPassword } from "../store/people/user-table.ts";
import { verifyPassword } from "./password.ts";

/** What a user types to prove who they are. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Why a password was not accepted. */
export interface RefusedCredentials {
  readonly status: number;
  readonly problem: "wrong_credentials" | "too_many_attempts" | "busy";
  readonly retryAfterSeconds?: number;
}

export const wrongCredentials: RefusedCredentials = { status: 401, problem: "wrong_credentials" };

/** Every attempt is counted before the password is checked, so that attempts at once are counted exactly. */
export async function checkCredentials(
  store: Store,
  attempt: RecordedAttempt,
  { username, password }: Credentials,
): Promise<UserWithPassword | RefusedCredentials> {
  const refusal = await store.write(recordSignInAttempt, attempt);
  if (refusal !== undefined) return { ...refusal, status: 429, problem: "too_many_attempts" };
  const user = await store.findUserByUsername(username);
  const verified = await verifyUnlessBusy(password, user);
  if (verified === undefined) return { status: 503, problem: "busy", retryAfterSeconds: 5 };
  return !verified || user === undefined || user.disabled ? wrongCredentials : user;
}

async function verifyUnlessBusy(
  password: string,
  user: UserWithPassword | undefined,
): Promise<boolean | undefined> {
  try {
    return await verifyPassword(password, user?.passwordHash);
  } catch (error) {
    if (error instanceof PlatformError && error.type === "request_rate_limited") return undefined;
    throw error;
  }
}
