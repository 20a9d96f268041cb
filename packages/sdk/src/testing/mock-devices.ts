import { MockRefusal, type RefusalHints } from "./mock-response.ts";
import { randomText } from "./mock-tokens.ts";
import type { MockUser } from "./mock-world.ts";

const lifetimeMs = 600_000;
const firstIntervalMs = 5_000;
const letters = "BCDFGHJKLMNPQRSTVWXZ";

/** What a user decides of a device. */
type Decision = "deny" | MockUser;

interface Device {
  readonly appid: string;
  readonly userCode: string;
  readonly expiresAt: number;
  intervalMs: number;
  /** When it asked last, or began. */
  askedAt: number;
  decision?: Decision;
}

/** The devices that wait for their users (RFC 8628). */
export class MockDevices {
  readonly #now: () => number;
  readonly #devices = new Map<string, Device>();

  /** @param now unix milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns the body of the response */
  start(appid: string, issuer: string) {
    const deviceCode = `sopd_${randomText(24)}`;
    const userCode = randomUserCode();
    const askedAt = this.#now();
    const expiresAt = askedAt + lifetimeMs;
    this.#devices.set(deviceCode, { appid, userCode, expiresAt, intervalMs: firstIntervalMs, askedAt });
    const page = `${issuer}/device`;
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${userCode}`,
      expires_in: lifetimeMs / 1000,
      interval: firstIntervalMs / 1000,
    };
  }

  /** Notes what a user has decided. @throws Error when no device waits with this code */
  decide(userCode: string, decision: Decision): void {
    const device = [...this.#devices.values()].find((candidate) => candidate.userCode === userCode);
    if (device === undefined || device.expiresAt <= this.#now())
      throw new Error("No device of the mock platform waits with this code");
    device.decision = decision;
  }

  /** The user who has allowed a device, once. @throws MockRefusal */
  take(appid: string, deviceCode: string): MockUser {
    const device = this.#devices.get(deviceCode);
    if (device?.appid !== appid) throw new MockRefusal("invalid_grant");
    if (device.expiresAt <= this.#now()) throw refused("expired_token");
    if (device.decision === undefined) throw this.#notYet(device);
    this.#devices.delete(deviceCode);
    if (device.decision === "deny") throw refused("access_denied");
    return device.decision;
  }

  #notYet(device: Device): MockRefusal {
    const isEarly = this.#now() < device.askedAt + device.intervalMs;
    device.askedAt = this.#now();
    if (isEarly) device.intervalMs += firstIntervalMs;
    return refused(isEarly ? "slow_down" : "authorization_pending");
  }
}

function refused(oauthError: NonNullable<RefusalHints["oauthError"]>): MockRefusal {
  return new MockRefusal("invalid_grant", { oauthError });
}

function randomUserCode(): string {
  const picked = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => letters[byte % letters.length]);
  return `${picked.slice(0, 4).join("")}-${picked.slice(4).join("")}`;
}
