import type { Finding } from "./finding.ts";

/** The state of a database server, as the database package describes it. */
export interface DatabaseServer {
  /** Host and port. */
  readonly name: string;
  readonly role: "primary" | "replaced primary" | "read-only" | "unreachable";
  /** Why it cannot be reached. */
  readonly reason?: string;
}

type ServerFinding = Omit<Finding, "deviation">;

/**
 * The roles of several database servers, of which one at a time accepts writes.
 *
 * @param servers those that the address names; of a single one there is nothing to say
 */
export function checkDatabaseServers(servers: readonly DatabaseServer[] = []): readonly ServerFinding[] {
  return servers.length < 2 ? [] : servers.map(findingOf);
}

const check = "database-servers";

function findingOf({ name, role, reason = "" }: DatabaseServer): ServerFinding {
  if (role === "primary") return { level: "ok", check, says: `${name} is the primary.` };
  if (role === "read-only") {
    const says = `${name} is a standby or read-only. It is not used until it is promoted.`;
    return { level: "ok", check, says };
  }
  if (role === "unreachable") {
    return {
      level: "warning",
      check,
      says: `${name} cannot be reached: ${reason}. If the primary fails, this server cannot replace it.`,
      todo: "Start it, or check the network and the address.",
    };
  }
  return {
    level: "error",
    check,
    says: `${name} accepts writes, although another server was promoted after it. What is written to it is lost.`,
    todo: "Stop it at once, and make it a standby of the new primary.",
  };
}
