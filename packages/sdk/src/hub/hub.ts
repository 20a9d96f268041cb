import type { Platform } from "../platform.ts";

/** Where the team's token hub is, and what the runtime lends for speaking with it. */
export interface Hub extends Pick<
  Platform,
  "allowInsecureHttp" | "fetch" | "timeoutMilliseconds" | "readAttempts" | "now" | "wallClock" | "sleep"
> {
  /**
   * Address of the hub, such as `https://hub.internal`. Of several hubs that share one database, all addresses:
   * any of them responds, and when one is away the next is asked.
   */
  readonly hubUrl: string | readonly string[];
}

/** Who calls a hub, and for which application: what `token-hub callers add` printed. */
export interface HubCaller {
  /** Application whose token it is about. */
  readonly appid: string;
  /** Such as `hubc_…`; not secret. */
  readonly callerId: string;
  /** Such as `hubs_…`; never sent, it only signs. */
  readonly callerSecret: string;
}
