import type { Finding } from "./finding.ts";

/**
 * Whether the program serves metrics.
 *
 * @param setting the name of the setting that turns them on
 */
export function checkMetricsSetting(port: number | undefined, setting: string): Omit<Finding, "deviation"> {
  if (port !== undefined) return { level: "ok", check: "metrics", says: "Metrics are served on 127.0.0.1." };
  return {
    level: "note",
    check: "metrics",
    says: "There are no metrics.",
    todo: `Set ${setting} to serve them for Prometheus on 127.0.0.1.`,
  };
}
