import { HubClient } from "../hub/hub-client.ts";
import type { Hub, HubCaller } from "../hub/hub.ts";
import { followHub } from "../hub/follow-hub.ts";
import { readHubResponse } from "../hub/read-hub-response.ts";
import { monotonicNow } from "../platform.ts";
import type { RawResponse } from "../read-envelope.ts";
import { unlessAborted, withDeadline } from "../with-deadline.ts";
import { renewalMargin } from "./renewal.ts";
import { TokenListeners } from "./token-listeners.ts";
import { TokenRenewal } from "./token-renewal.ts";
import type { SourcedToken, TokenSource, WaitOptions } from "./token-source.ts";

/** How long callers who have a valid token wait for the next one. */
const patienceMilliseconds = 1_000;
/** More than for the platform: asking a hub costs nothing, and a hub that restarts is away for some seconds. */
const attempts = 7;

/** Whose token a hub is asked for. */
export interface HubTokenOptions extends HubCaller {
  /** A user whose grant the hub keeps; the team's token unless given. */
  readonly openid?: string | undefined;
}

/** A token of the hub, and its times on the monotonic clock. */
interface HeldToken {
  readonly token: SourcedToken;
  readonly version: number;
  readonly renewAt: number;
  readonly expiresAt: number;
  /** Whether the platform has refused it: it is reported to the hub before it is used again. */
  readonly isRefused: boolean;
}

/**
 * The token that a token hub keeps: for teams with more than one process, of which only one place may ask for
 * tokens. It is kept here too, so calls go on while the hub is away and the token is good. A token that the
 * platform refuses is reported by its version; the hub returns the newer one, or mints one.
 *
 * `watch` keeps a request to the hub open, so that a new token is known before the old one is refused; end it when the
 * process is to end. A source of a user's token has none.
 *
 * @example
 * ```ts
 * import { createClient, fromHub } from "@survey-open-platform/sdk";
 *
 * const { CALLER_ID: callerId = "", CALLER_SECRET: callerSecret = "" } = process.env;
 * const hub = { hubUrl: "https://hub.internal" };
 * const source = fromHub(hub, { appid: "my_team", callerId, callerSecret });
 * export const client = createClient({ platform: { baseUrl: "https://platform.example" }, source });
 * ```
 */
export function fromHub(hub: Hub, options: HubTokenOptions): TokenSource {
  return new HubSource(hub, options);
}

class HubSource implements TokenSource {
  /** A hub does not notify of user tokens: they are refreshed when a caller asks for them. */
  readonly watch?: NonNullable<TokenSource["watch"]>;
  readonly #client: HubClient;
  readonly #path: string;
  readonly #owner: Pick<SourcedToken, "appid" | "openid">;
  readonly #renewal: TokenRenewal<SourcedToken>;
  readonly #listeners = new TokenListeners();
  #held: HeldToken | undefined;
  /** Ends the request to the hub that is kept open for the listeners. */
  #following: AbortController | undefined;

  constructor(hub: Hub, { appid, openid, ...caller }: HubTokenOptions) {
    this.#client = new HubClient(hub, { appid, ...caller });
    this.#owner = openid === undefined ? { appid } : { appid, openid };
    const user = openid === undefined ? "" : `/users/${encodeURIComponent(openid)}`;
    this.#path = `/v1/apps/${encodeURIComponent(appid)}${user}/token`;
    this.#renewal = new TokenRenewal(this.#client.platform, {
      attempts,
      // A run that started before a refusal does not know of it, and may bring the refused token again.
      isSufficient: () => this.#held?.isRefused !== true,
    });
    if (openid === undefined) this.watch = (listener) => this.#watch(listener);
  }

  async get({ signal }: WaitOptions = {}): Promise<SourcedToken> {
    signal?.throwIfAborted();
    const held = this.#held;
    const now = monotonicNow(this.#client.platform);
    if (held === undefined || now >= held.expiresAt) return await unlessAborted(this.#renew(), signal);
    if (now < held.renewAt && !held.isRefused) return held.token;
    return await this.#renewEarly(held, signal);
  }

  async invalidate(seen: SourcedToken, options: WaitOptions = {}): Promise<SourcedToken> {
    const { signal } = options;
    signal?.throwIfAborted();
    const held = this.#held;
    if (held?.token.accessToken !== seen.accessToken) return await this.get(options);
    this.#held = { ...held, isRefused: true };
    return await unlessAborted(this.#renew(), signal);
  }

  #watch(listener: (token: SourcedToken) => void): () => void {
    const stop = this.#listeners.add(listener);
    this.#following ??= this.#follow();
    return () => {
      stop();
      if (!this.#listeners.isEmpty) return;
      this.#following?.abort();
      this.#following = undefined;
    };
  }

  /** If the hub does not respond, keep using the current token while it may be valid. */
  async #renewEarly(held: HeldToken, signal: AbortSignal | undefined): Promise<SourcedToken> {
    try {
      if (held.isRefused) return await unlessAborted(this.#renew(), signal);
      return await withDeadline(patienceMilliseconds, signal, () => this.#renew());
    } catch {
      signal?.throwIfAborted();
      return (this.#held ?? held).token;
    }
  }

  #renew(): Promise<SourcedToken> {
    return this.#renewal.run(() => this.#request(this.#held));
  }

  async #request(held: HeldToken | undefined): Promise<SourcedToken> {
    const isReport = held?.isRefused === true;
    const startedAt = monotonicNow(this.#client.platform);
    const response = await (isReport ? this.#report(held.version) : this.#ask());
    const fields = readHubResponse(response, this.#client);
    const lifetime = fields.positiveNumber("expires_in") * 1000;
    const expiresAt = startedAt + lifetime;
    const token = { ...this.#owner, accessToken: fields.text("access_token") };
    return this.#keep(
      {
        token,
        version: fields.positiveNumber("version"),
        renewAt: expiresAt - renewalMargin(lifetime),
        expiresAt,
        isRefused: false,
      },
      isReport,
    );
  }

  #ask(): Promise<RawResponse> {
    return this.#client.send({ path: this.#path });
  }

  async #report(version: number): Promise<RawResponse> {
    const response = await this.#client.send({
      method: "POST",
      path: `${this.#path}/report`,
      body: { version },
    });
    // A caller that may not report may still get the token that others' reports led to.
    return response.status === 403 ? await this.#ask() : response;
  }

  #keep(given: HeldToken, isReportResponse: boolean): SourcedToken {
    const held = this.#held;
    const isSame = held?.token.accessToken === given.token.accessToken;
    // Refused while this request was in flight.
    const isRefused = isSame && held.isRefused && !isReportResponse;
    this.#held = { ...given, isRefused };
    if (!isSame) this.#listeners.notify(given.token);
    return given.token;
  }

  /** A notification that is missed costs one refused call. */
  #follow(): AbortController {
    const over = new AbortController();
    const known = () => this.#held?.version ?? 0;
    void followHub(this.#client, { path: `${this.#path}/watch`, known, signal: over.signal }, async () => {
      // Due now: callers wait a moment for the next token, then use the current one.
      if (this.#held !== undefined) this.#held = { ...this.#held, renewAt: -Infinity };
      await this.#renew();
    });
    return over;
  }
}
