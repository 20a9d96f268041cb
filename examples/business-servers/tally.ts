/** The results of a business server's calls. */
export interface Tally {
  readonly calls: number;
  /** Why calls failed, one entry each. */
  readonly failures: readonly string[];
}

/** The tally of every server as a table, and why calls failed. */
export function tallyText(tallies: readonly Tally[]): string {
  const rows = tallies.map(({ calls, failures }, index) =>
    row(`server ${index + 1}`, calls, failures.length),
  );
  const byReason = Map.groupBy(
    tallies.flatMap(({ failures }) => failures),
    (reason) => reason,
  );
  const reasons = [...byReason].map(([reason, { length }]) => `${length} times: ${reason}`);
  return ["server     calls   failed", ...rows, ...reasons].join("\n");
}

function row(name: string, calls: number, failed: number): string {
  return `${name}${String(calls).padStart(8)}${String(failed).padStart(9)}`;
}
