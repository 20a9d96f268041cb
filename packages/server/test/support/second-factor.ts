import { TOTP } from "otpauth";
import { actorOfUser } from "./revoke-grants.ts";
import type { TestPlatform } from "./test-platform.ts";
import { beginTotp, confirmTotp } from "../../src/store/people/second-factor-table.ts";

/** A secret of an authenticator app, and codes that were made before. */
export const sampleTotpSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
export const sampleRecoveryCodes = ["k7fm-2xqp-93ab-hj4w", "aaaa-bbbb-cccc-dddd"] as const;

/** What the app shows a number of steps from now. */
export function totpCode({ clock }: TestPlatform, steps = 0): string {
  return new TOTP({ secret: sampleTotpSecret }).generate({ timestamp: clock.now + steps * 30_000 });
}

/** Turns the second factor of a user on, some time ago. */
export async function turnOnSecondFactor(platform: TestPlatform, username = "ada"): Promise<void> {
  const { store } = platform;
  const user = await store.findUserByUsername(username);
  if (user === undefined) throw new Error(`there is no user ${username}`);
  await store.write(beginTotp, { userId: user.id, secret: sampleTotpSecret });
  const confirmation = { userId: user.id, code: totpCode(platform), recoveryCodes: sampleRecoveryCodes };
  if (!(await store.write(confirmTotp, confirmation, actorOfUser(user))))
    throw new Error("the code is wrong");
  platform.clock.now += 60_000;
}
