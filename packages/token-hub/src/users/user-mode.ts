import type { Fetch } from "@survey-open-platform/sdk";
import type { ApplicationConfig, HubConfig } from "../config.ts";
import type { Sealer } from "@survey-open-platform/service";
import { HubError } from "../errors.ts";
import type { Clock } from "../clock.ts";
import type { UserGrantStore } from "../store/user-grant-store.ts";
import type { GrantFilter, ListedGrant } from "../store/user-grant-table.ts";
import type { ServedUserToken } from "./open-grant.ts";
import { UserApplication, type CodeToExchange, type UserTokenReport } from "./user-application.ts";
import type { UserObserver } from "./user-event.ts";
import { createUserPlatform } from "./user-platform.ts";

/** What user mode is put together from. */
export interface UserModeDependencies {
  readonly config: Pick<HubConfig, "applications" | "leaseSeconds" | "requestTimeoutSeconds">;
  readonly store: UserGrantStore;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly observe: UserObserver;
  /** Instead of the runtime's own. */
  readonly fetch?: Fetch | undefined;
}

/**
 * Users' tokens, kept for applications with web authorization.
 *
 * @throws HubError from every method: `forbidden` for an appid that has no user mode
 */
export interface UserMode {
  /** Exchanges a code and stores the tokens. @throws HubError `invalid_grant`, … */
  exchange(appid: string, exchange: CodeToExchange): Promise<ServedUserToken>;
  /** @throws HubError `consent_required` when the user has to be asked again */
  token(appid: string, openid: string, actor: string): Promise<ServedUserToken>;
  /** Compare-and-swap, with a probe. @throws HubError as {@link UserMode.token} */
  report(appid: string, report: UserTokenReport): Promise<ServedUserToken>;
  /** Forgets a user. The platform does not learn of it: it has no call for that. */
  forget(appid: string, openid: string, actor: string): Promise<void>;
  list(filter: GrantFilter): Promise<readonly ListedGrant[]>;
}

/** Puts user mode together; it has nothing to stop. */
export function createUserMode(dependencies: UserModeDependencies): UserMode {
  const { store, observe } = dependencies;
  const applications = applicationsOf(dependencies);
  const find = (appid: string): UserApplication => {
    const application = applications.get(appid);
    if (application !== undefined) return application;
    throw new HubError("forbidden", { detail: "the application has no user mode" });
  };
  return {
    exchange: async (appid, exchange) => await find(appid).exchange(exchange),
    token: async (appid, openid, actor) => await find(appid).token(openid, actor),
    report: async (appid, report) => await find(appid).report(report),
    async forget(appid, openid, actor) {
      find(appid);
      if (await store.deleteGrant({ appid, openid }))
        observe(appid, { kind: "user_forgotten", openid, actor });
    },
    async list(filter) {
      find(filter.appid);
      return await store.listGrants(filter);
    },
  };
}

function applicationsOf(dependencies: UserModeDependencies): ReadonlyMap<string, UserApplication> {
  const { config, store, sealer, clock, observe, fetch } = dependencies;
  const timeoutMilliseconds = config.requestTimeoutSeconds * 1000;
  const leaseMilliseconds = config.leaseSeconds * 1000;
  const applicationOf = (application: ApplicationConfig) =>
    new UserApplication({
      application,
      store,
      sealer,
      platform: createUserPlatform({ application, timeoutMilliseconds, clock, fetch }),
      clock,
      leaseMilliseconds,
      observe: (event) => observe(application.appid, event),
    });
  const ofUsers = config.applications.filter(({ mode }) => mode === "user");
  return new Map(ofUsers.map((application) => [application.appid, applicationOf(application)]));
}
