import type { ApplicationConfig } from "./config.ts";
import type { DrainGate } from "./gate/drain-gate.ts";
import type { ApplicationStatus } from "./renewal/application-status.ts";
import type { Actor, DeadTokenReport, ServedToken, TokenChange } from "./renewal/served-token.ts";

/** Everything that a running hub does with team tokens. */
export interface Hub {
  /** Undefined for an appid that the configuration does not have, or has for user mode. */
  application(appid: string): ApplicationConfig | undefined;
  /**
   * The token right now, without waiting: for the path that is asked thousands of times a second.
   *
   * @returns undefined when {@link token} would have to wait or to refuse
   */
  tokenAtOnce(appid: string): ServedToken | undefined;
  /**
   * The current token; waits for a renewal that is under way, and starts one when there is no good token.
   *
   * @throws HubError `forbidden` for an unknown application, `token_unavailable`, a refusal of the platform's, …
   */
  token(appid: string): Promise<ServedToken>;
  /**
   * Reports a version as dead. Compare-and-swap: only when it is still the newest one, and a probe finds it dead, is
   * a new token minted; reports of one version join each other and a mint that is under way.
   *
   * @returns a newer token, or the same one when the platform still takes it
   * @throws HubError as {@link token}
   */
  report(appid: string, report: DeadTokenReport): Promise<ServedToken>;
  /** Mints a new token because a person wants one; also what ends `freeze` and `yield`. @throws HubError */
  rotate(appid: string, actor: Actor): Promise<ServedToken>;
  /** Tells of every new token of an application, within about a second of whichever hub minted it. @returns how to stop */
  watch(appid: string, listener: (change: TokenChange) => void): () => void;
  /** What the proxy's calls go through: shut from just before a mint until its end. */
  gateOf(appid: string): DrainGate;
  /** One entry for each application with team tokens. */
  describe(): readonly ApplicationStatus[];
  /** Stops renewing; a mint under way is waited for. */
  stop(): Promise<void>;
}
