import type { Sealer } from "@survey-open-platform/service";
import type { HubStore } from "../store/store.ts";
import { newCallerId, newCallerSecret } from "./caller-credentials.ts";
import { secretContext } from "./caller-directory.ts";
import type { CallerRights } from "./caller-rights.ts";

/** How many reports a minute a caller may make unless it is said otherwise. */
export const defaultReportsPerMinute = 60;

/** A caller to be. */
export interface CallerToRegister {
  /** For display. */
  readonly name: string;
  readonly rights: readonly CallerRights[];
  readonly reportsPerMinute?: number;
}

/** What a caller proves itself with. */
export interface CallerCredentials {
  readonly id: string;
  /** Shown once: it is kept sealed, and handed out never again. */
  readonly secret: string;
}

/** Adds a caller, and makes up its id and secret. @throws `DatabaseUnavailableError` */
export async function registerCaller(
  { store, sealer }: { readonly store: Pick<HubStore, "addCaller">; readonly sealer: Sealer },
  { name, rights, reportsPerMinute = defaultReportsPerMinute }: CallerToRegister,
): Promise<CallerCredentials> {
  const [id, secret] = [newCallerId(), newCallerSecret()];
  const secretCiphertext = sealer.seal(secret, secretContext(id));
  await store.addCaller({ id, name, secretCiphertext, reportsPerMinute, rights });
  return { id, secret };
}
