import type { TeamTokens } from "../team/team-tokens.ts";
import type { ApplicationStatus } from "../team/application-status.ts";
import type { AuditLine } from "../store/audit-table.ts";
import type { StoredCaller } from "../store/caller-table.ts";
import type { RenewalHour } from "../store/renewal-history.ts";
import type { HubStore } from "../store/store.ts";
import type { UserGrantStore } from "../store/user-grant-store.ts";
import type { ConsentState } from "../store/user-grant-table.ts";

const hoursShown = 24;
const auditLinesShown = 20;

/** A caller as it is shown: without its secret, sealed or not. */
export type CallerView = Omit<StoredCaller, "secretCiphertext">;

/** Counts of an application's consents by state. */
export interface ConsentsOfApplication {
  readonly appid: string;
  readonly counts: Readonly<Record<ConsentState, number>>;
}

/** What only the database knows. */
export interface KeptFacts {
  readonly consents: readonly ConsentsOfApplication[];
  readonly renewals: readonly RenewalHour[];
  readonly callers: readonly CallerView[];
  readonly audit: readonly AuditLine[];
}

/** Everything that the status page and `token-hub status` show. Nothing in it is secret. */
export interface StatusFacts {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly applications: readonly ApplicationStatus[];
  /** Undefined while the database is away. */
  readonly kept: KeptFacts | undefined;
}

/** Where the facts come from. */
export interface StatusSources {
  readonly hub: Pick<TeamTokens, "describe">;
  readonly store: Pick<HubStore, "listCallers" | "listAuditEntries" | "countRenewals">;
  readonly grants: Pick<UserGrantStore, "countGrants">;
}

/** Collects what there is to show; never throws when the database is away. */
export async function collectStatus({ hub, store, grants }: StatusSources): Promise<StatusFacts> {
  const kept = await keptFacts(store, grants).catch((error: unknown) => {
    if (error instanceof Error && error.name === "DatabaseUnavailableError") return undefined;
    throw error;
  });
  return { at: Date.now(), applications: hub.describe(), kept };
}

async function keptFacts(store: StatusSources["store"], grants: StatusSources["grants"]): Promise<KeptFacts> {
  const [counts, renewals, callers, audit] = await Promise.all([
    grants.countGrants(),
    store.countRenewals(hoursShown),
    store.listCallers(),
    store.listAuditEntries({ limit: auditLinesShown }),
  ]);
  const consents = [...Map.groupBy(counts, ({ appid }) => appid)].map(([appid, ofApplication]) => ({
    appid,
    counts: {
      good: 0,
      ending: 0,
      required: 0,
      ...Object.fromEntries(ofApplication.map(({ consent, count }) => [consent, count])),
    },
  }));
  return { consents, renewals, callers: callers.map(withoutSecret), audit };
}

function withoutSecret({
  id,
  name,
  reportsPerMinute,
  rights,
  createdAt,
  revokedAt,
}: StoredCaller): CallerView {
  return { id, name, reportsPerMinute, rights, createdAt, revokedAt };
}
