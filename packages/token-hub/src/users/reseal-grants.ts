import { SealError, type Sealer } from "../encryption/sealer.ts";
import type { UserGrantStore } from "../store/user-grant-store.ts";
import type { SealedGrant } from "../store/user-grant-table.ts";
import { openUserToken, sealUserToken } from "./open-grant.ts";

const pageSize = 200;

/**
 * Seals with the newest key what older ones sealed, so that they can be taken away. Safe beside hubs that refresh.
 *
 * @returns how many grants were sealed anew, and how many no key opens
 */
export async function resealGrants(
  store: Pick<UserGrantStore, "listSealedGrants" | "resealGrant">,
  sealer: Sealer,
): Promise<{ readonly resealed: number; readonly unreadable: number }> {
  const tally = { resealed: 0, unreadable: 0 };
  let page = await store.listSealedGrants({ appid: "", openid: "" }, pageSize);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    for (const grant of page.filter((one) => !isCurrent(one, sealer))) {
      const resealed = sealedAnew(grant, sealer);
      if (resealed === undefined) tally.unreadable += 1;
      else {
        await store.resealGrant(resealed);
        tally.resealed += 1;
      }
    }
    page = await store.listSealedGrants(last, pageSize);
  }
  return tally;
}

function isCurrent({ accessCiphertext, refreshCiphertext }: SealedGrant, sealer: Sealer): boolean {
  return sealer.isCurrent(accessCiphertext) && sealer.isCurrent(refreshCiphertext);
}

/** @returns undefined for what no key at hand opens */
function sealedAnew(grant: SealedGrant, sealer: Sealer): SealedGrant | undefined {
  const anew = (kind: "user_access_token" | "user_refresh_token", sealed: string) =>
    sealUserToken(sealer, kind, grant, openUserToken(sealer, kind, grant, sealed));
  try {
    return {
      ...grant,
      accessCiphertext: anew("user_access_token", grant.accessCiphertext),
      refreshCiphertext: anew("user_refresh_token", grant.refreshCiphertext),
    };
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
