/** The message of anything thrown. The error for a host name whose every address failed has none of its own. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return causes.length > 0 ? causes.map(String).join("; ") : error.message;
}
