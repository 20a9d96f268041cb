import type { Hub } from "../hub.ts";
import type { ServedToken } from "../renewal/served-token.ts";
import type { Caller, CallerDesk } from "./caller.ts";

/**
 * Where reports of dead tokens come in. What costs the hub nothing costs the caller nothing: a version that is no
 * longer the newest is answered at once, and whoever reports what is being looked at already waits for that.
 */
export class ReportDesk {
  readonly #hub: Pick<Hub, "report" | "tokenAtOnce">;
  readonly #callers: Pick<CallerDesk, "takeReport">;
  readonly #underWay = new Map<string, Promise<ServedToken>>();

  constructor(hub: Pick<Hub, "report" | "tokenAtOnce">, callers: Pick<CallerDesk, "takeReport">) {
    this.#hub = hub;
    this.#callers = callers;
  }

  /**
   * @returns a newer token, or the same one when the platform still takes it
   * @throws HubError `request_rate_limited` when the caller has spent its budget; as `Hub.report`
   */
  async report(caller: Caller, appid: string, version: number): Promise<ServedToken> {
    const current = this.#hub.tokenAtOnce(appid);
    if (current !== undefined && current.version > version) return current;
    const key = `${appid} ${version}`;
    const joined = this.#underWay.get(key);
    if (joined !== undefined) return await joined;
    this.#callers.takeReport(caller);
    const report = this.#hub.report(appid, { version, actor: caller.id });
    this.#underWay.set(key, report);
    try {
      return await report;
    } finally {
      this.#underWay.delete(key);
    }
  }
}
