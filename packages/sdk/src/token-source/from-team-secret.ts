import { monotonicNow, type Platform } from "../platform.ts";
import { requestTeamToken, type TeamCredentials } from "../request-team-token.ts";
import { unlessAborted, withDeadline } from "../with-deadline.ts";
import { renewalMargin } from "./renewal.ts";
import { TokenListeners } from "./token-listeners.ts";
import { TokenRenewal } from "./token-renewal.ts";
import type { SourcedToken, TokenSource, WaitOptions } from "./token-source.ts";

/** How long callers who have a valid token wait for the next one. */
const patienceMilliseconds = 1_000;

/** A token, and its times on the monotonic clock. */
interface HeldToken {
  readonly token: SourcedToken;
  readonly renewAt: number;
  readonly expiresAt: number;
}

/**
 * A team's token, asked for when it is first needed and renewed before it ends.
 *
 * Only the newest team token is valid, so make one source per process and share it. Several processes override
 * each other's tokens: each refused call is made again with a new one, but let a token hub do this for them.
 *
 * @example
 * ```ts
 * import { createClient, fromTeamSecret } from "@survey-open-platform/sdk";
 *
 * const platform = { baseUrl: "https://platform.example" };
 * const source = fromTeamSecret(platform, { appid: "my_team", secret: process.env["SECRET"] ?? "" });
 * export const client = createClient({ platform, source });
 * ```
 */
export function fromTeamSecret(platform: Platform, credentials: TeamCredentials): TokenSource {
  return new TeamSecretSource(platform, credentials);
}

class TeamSecretSource implements TokenSource {
  readonly #platform: Platform;
  readonly #credentials: TeamCredentials;
  readonly #renewal: TokenRenewal<SourcedToken>;
  readonly #listeners = new TokenListeners();
  #held: HeldToken | undefined;

  constructor(platform: Platform, { appid, secret }: TeamCredentials) {
    this.#platform = platform;
    this.#credentials = { appid, secret };
    this.#renewal = new TokenRenewal(platform);
  }

  async get({ signal }: WaitOptions = {}): Promise<SourcedToken> {
    signal?.throwIfAborted();
    const held = this.#held;
    const now = monotonicNow(this.#platform);
    if (held === undefined || now >= held.expiresAt) return await unlessAborted(this.#renew(), signal);
    if (now < held.renewAt || this.#renewal.isPaused()) return held.token;
    return await this.#renewEarly(held, signal);
  }

  async invalidate(seen: SourcedToken, options: WaitOptions = {}): Promise<SourcedToken> {
    options.signal?.throwIfAborted();
    if (this.#held !== undefined && this.#held.token.accessToken !== seen.accessToken)
      return await this.get(options);
    this.#held = undefined;
    return await unlessAborted(this.#renew(), options.signal);
  }

  watch(listener: (token: SourcedToken) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** If renewal fails or takes long, keep using the current token while it is valid. */
  async #renewEarly(held: HeldToken, signal: AbortSignal | undefined): Promise<SourcedToken> {
    try {
      return await withDeadline(patienceMilliseconds, signal, () => this.#renew());
    } catch {
      signal?.throwIfAborted();
      return (this.#held ?? held).token;
    }
  }

  #renew(): Promise<SourcedToken> {
    return this.#renewal.run(() => this.#request());
  }

  async #request(): Promise<SourcedToken> {
    // The token's lifetime cannot have started before the request.
    const startedAt = monotonicNow(this.#platform);
    const { accessToken, expiresInSeconds } = await requestTeamToken(this.#platform, this.#credentials);
    const lifetime = expiresInSeconds * 1000;
    const token = { appid: this.#credentials.appid, accessToken };
    const expiresAt = startedAt + lifetime;
    this.#held = { token, expiresAt, renewAt: expiresAt - renewalMargin(lifetime) };
    this.#listeners.notify(token);
    return token;
  }
}
