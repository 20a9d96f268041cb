import type { Config } from "../../../config/settings.ts";
import type { InstallationFacts } from "../../../store/installation/installation-facts.ts";
import type { Finding } from "./finding.ts";

/** Whether a database server takes as many connections as this node may open; a file has no such limit. */
export function checkConnections(
  { workers, databaseConnections }: Pick<Config, "workers" | "databaseConnections">,
  facts: InstallationFacts | undefined,
): readonly Finding[] {
  const limit = facts?.connectionLimit;
  if (limit === undefined) return [];
  const needed = workers * databaseConnections;
  const says = `This node may open ${needed} connections of the ${limit} that the database server takes.`;
  if (needed <= limit) return [{ level: "ok", check: "connections", says }];
  return [
    {
      level: "warning",
      check: "connections",
      says: `${says} When it needs them all, requests get a 503.`,
      todo: "Lower SOP_DATABASE_CONNECTIONS or SOP_WORKERS, or raise max_connections of the server: it has to cover all nodes.",
    },
  ];
}
