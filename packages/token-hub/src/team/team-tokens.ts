import type { Fetch } from "@survey-open-platform/sdk";
import type { ApplicationConfig, HubConfig } from "../config.ts";
import type { Sealer } from "@survey-open-platform/service";
import { HubError } from "../errors.ts";
import type { ApplicationStatus } from "./application-status.ts";
import { monotonicClock, type Clock } from "../clock.ts";
import { RecordPoller } from "./record-poller.ts";
import type { RenewalEvent } from "./renewal-event.ts";
import type { Actor, DeadTokenReport, ServedToken, TokenChange } from "./served-token.ts";
import { TeamRenewal, type RenewalGate } from "./team-renewal.ts";
import { createTokenPlatform } from "./token-platform.ts";
import { createTokenRecords, tokenContext } from "./token-records.ts";
import type { HubStore } from "../store/store.ts";

/** Everything that a running hub does with team tokens. */
export interface TeamTokens {
  /** Undefined for an appid that the configuration does not have; one of user mode has no team token. */
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
  /** Mints a new token on request of an operator; also ends `freeze` and `yield`. @throws HubError */
  rotate(appid: string, actor: Actor): Promise<ServedToken>;
  /** Reports every new token of an application, about a second after any hub minted it. @returns a function that stops it */
  watch(appid: string, listener: (change: TokenChange) => void): () => void;
  /** One entry for each application with team tokens. */
  describe(): readonly ApplicationStatus[];
  /** Reads what the store has, and begins to renew. @throws `DatabaseUnavailableError` */
  start(): Promise<void>;
  /** Stops renewing; a mint under way is waited for. */
  stop(): Promise<void>;
}

/** What a hub is put together from. */
export interface TeamTokensDependencies {
  readonly config: HubConfig;
  readonly store: HubStore;
  readonly sealer: Sealer;
  /** What a renewal shuts while it replaces an application's token; nothing, for a process that proxies no calls. */
  readonly gateOf?: (appid: string) => RenewalGate;
  /** Called with what happens to an application's token. */
  readonly observe: (appid: string, event: RenewalEvent) => void;
  /** Called when the store goes away (with the reason) and when it is back (undefined). */
  readonly onStore?: (problem: unknown) => void;
  /** Instead of the process's own, for tests. */
  readonly clock?: Clock;
  /** Instead of the runtime's own; what speaks with the platforms. */
  readonly fetch?: Fetch;
  /** From 0 up to 1; for the jitter of renewals. */
  readonly random?: () => number;
}

const noGate: RenewalGate = { shut: () => Promise.resolve(), open: () => undefined };

/** A request can no longer take effect once this many of its own timeouts have passed. */
const deadlinePerTimeout = 1.5;

/** Puts a hub together; it does nothing before `start`. */
export function createTeamTokens(parts: TeamTokensDependencies): TeamTokens {
  const { config, store, sealer, onStore = () => undefined, clock = monotonicClock } = parts;
  const members = new Map(config.applications.flatMap((application) => memberOf(application, parts)));
  const member = (appid: string): TeamRenewal => {
    const found = members.get(appid);
    if (found === undefined) throw new HubError("forbidden", { detail: `no team application ${appid}` });
    return found;
  };
  const poller = new RecordPoller({
    store,
    clock,
    intervalMilliseconds: config.pollSeconds * 1000,
    onRecord: (appid, dated) => members.get(appid)?.observe(dated),
    onStore,
  });
  return {
    application: (appid) => config.applications.find((candidate) => candidate.appid === appid),
    tokenAtOnce: (appid) => members.get(appid)?.tokenAtOnce(),
    token: async (appid) => await member(appid).token(),
    report: async (appid, report) => await member(appid).report(report),
    rotate: async (appid, actor) => await member(appid).rotate(actor),
    watch: (appid, listener) => member(appid).watch(listener),
    describe: () => [...members.values()].map((renewal) => renewal.describe()),
    async start() {
      for (const appid of members.keys()) await store.ensureRecord(appid);
      await resealOldTokens(store, sealer);
      await poller.poll();
      poller.start();
    },
    async stop() {
      await poller.stop();
      await Promise.all([...members.values()].map((renewal) => renewal.stop()));
    },
  };
}

function memberOf(
  application: ApplicationConfig,
  parts: TeamTokensDependencies,
): readonly [string, TeamRenewal][] {
  if (application.mode !== "team") return [];
  const {
    config,
    clock = monotonicClock,
    random = Math.random,
    observe,
    gateOf = () => noGate,
    fetch,
  } = parts;
  const { appid } = application;
  const timeoutMilliseconds = config.requestTimeoutSeconds * 1000;
  const leaseMilliseconds = config.leaseSeconds * 1000;
  const renewal = new TeamRenewal({
    application,
    records: recordsOf(application, leaseMilliseconds, parts),
    platform: createTokenPlatform({ application, timeoutMilliseconds, fetch }),
    clock,
    gate: gateOf(appid),
    limits: { requestDeadline: timeoutMilliseconds * deadlinePerTimeout, leaseMilliseconds },
    observe: (event) => observe(appid, event),
    random,
  });
  return [[appid, renewal]];
}

function recordsOf(
  { appid, mintsPerHour, mintBurst }: ApplicationConfig,
  leaseMilliseconds: number,
  { store, sealer }: TeamTokensDependencies,
) {
  const budget = { perHour: mintsPerHour, burst: mintBurst };
  return createTokenRecords({ appid, store, sealer, leaseMilliseconds, budget });
}

/** What an older key sealed is sealed with the newest one, so that the older one can be retired. */
async function resealOldTokens(store: HubStore, sealer: Sealer): Promise<void> {
  for (const { appid, ciphertext: before } of await store.listRecords()) {
    if (before === "" || sealer.isCurrent(before)) continue;
    const text = openOrLeave(sealer, before, tokenContext(appid));
    if (text !== undefined)
      await store.resealToken({ appid, before, after: sealer.seal(text, tokenContext(appid)) });
  }
}

/** What no configured key can decrypt stays as it is; using it reports the problem. */
function openOrLeave(sealer: Sealer, sealed: string, context: string): string | undefined {
  try {
    return sealer.open(sealed, context);
  } catch {
    return undefined;
  }
}
