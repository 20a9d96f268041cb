import type { TeamTokens } from "./team-tokens.ts";
import type { ServedToken } from "./served-token.ts";
import type { Caller, CallerAuthenticator } from "../callers/caller.ts";

/** A look at whether a token is dead. */
interface Look {
  readonly outcome: Promise<ServedToken>;
  /** The number of the last report that had come in when it began. */
  readonly begunAfter: number;
}

/**
 * Where reports of dead tokens come in. What costs the hub nothing costs the caller nothing: a version that is no
 * longer the newest is answered at once, and whoever reports what is being looked at already waits for that.
 */
export class DeadTokenReports {
  readonly #hub: Pick<TeamTokens, "report" | "tokenAtOnce">;
  readonly #callers: Pick<CallerAuthenticator, "takeReport">;
  readonly #looks = new Map<string, Look>();
  #cameIn = 0;

  constructor(
    hub: Pick<TeamTokens, "report" | "tokenAtOnce">,
    callers: Pick<CallerAuthenticator, "takeReport">,
  ) {
    this.#hub = hub;
    this.#callers = callers;
  }

  /**
   * @param options.isSeen whether the hub itself was refused with that version, which takes from no budget
   * @returns a newer token, or the same one when the platform still takes it
   * @throws HubError `request_rate_limited` when the caller has spent its budget; as `TeamTokens.report`
   */
  async report(
    caller: Caller,
    {
      appid,
      version,
      isSeen = false,
    }: { readonly appid: string; readonly version: number; readonly isSeen?: boolean },
  ): Promise<ServedToken> {
    const current = this.#hub.tokenAtOnce(appid);
    if (current !== undefined && current.version > version) return current;
    this.#cameIn += 1;
    const number = this.#cameIn;
    const key = `${appid} ${version}`;
    for (;;) {
      const look =
        this.#looks.get(key) ??
        this.#begin(key, () => {
          if (!isSeen) this.#callers.takeReport(caller);
          return this.#hub.report(appid, { version, actor: caller.id });
        });
      const token = await look.outcome;
      // One that began earlier may have found the token alive before it died: that says nothing to this report.
      if (token.version > version || look.begunAfter >= number) return token;
    }
  }

  /** @throws what `start` throws */
  #begin(key: string, start: () => Promise<ServedToken>): Look {
    const look = { outcome: start(), begunAfter: this.#cameIn };
    this.#looks.set(key, look);
    const end = () => void this.#looks.delete(key);
    look.outcome.then(end, end);
    return look;
  }
}
