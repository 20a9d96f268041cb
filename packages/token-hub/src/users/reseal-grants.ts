import { SealError, type Sealer } from "@survey-open-platform/service";
import type { UserGrantStore } from "../store/user-grant-store.ts";
import type { GrantKey, SealedGrant } from "../store/user-grant-table.ts";
import { openUserToken, sealUserToken } from "./open-grant.ts";

const pageSize = 200;

/** The outcome of the grants that were looked at. */
export interface Resealing {
  readonly resealed: number;
  /** How many no key at hand opens. */
  readonly unreadable: number;
}

/**
 * Seals with the newest key what older ones sealed, so that they can be taken away. Safe beside hubs that refresh.
 *
 * @param signal ends it between two pages
 */
export async function resealGrants(
  store: Pick<UserGrantStore, "listSealedGrants" | "resealGrant">,
  sealer: Sealer,
  signal?: AbortSignal,
): Promise<Resealing> {
  const tally = { resealed: 0, unreadable: 0 };
  let last: GrantKey | undefined = { appid: "", openid: "" };
  while (last !== undefined) {
    const page: readonly SealedGrant[] = await store.listSealedGrants(last, pageSize);
    const outdated = page.filter((grant) => !isCurrent(grant, sealer));
    const resealed = outdated.flatMap((grant) => resealedWith(grant, sealer) ?? []);
    // Written together, they share commits.
    await Promise.all(resealed.map((grant) => store.resealGrant(grant)));
    tally.resealed += resealed.length;
    tally.unreadable += outdated.length - resealed.length;
    last = signal?.aborted === true ? undefined : page.at(-1);
  }
  return tally;
}

function isCurrent({ accessCiphertext, refreshCiphertext }: SealedGrant, sealer: Sealer): boolean {
  return sealer.isCurrent(accessCiphertext) && sealer.isCurrent(refreshCiphertext);
}

/** @returns undefined for what no configured key can decrypt */
function resealedWith(grant: SealedGrant, sealer: Sealer): SealedGrant | undefined {
  const reseal = (kind: "user_access_token" | "user_refresh_token", sealed: string) =>
    sealUserToken(sealer, kind, grant, openUserToken(sealer, kind, grant, sealed));
  try {
    return {
      ...grant,
      accessCiphertext: reseal("user_access_token", grant.accessCiphertext),
      refreshCiphertext: reseal("user_refresh_token", grant.refreshCiphertext),
    };
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
