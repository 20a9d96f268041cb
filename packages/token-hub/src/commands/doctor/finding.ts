/**
 * How much a finding matters: `error` keeps the hub from working or working safely, `warning` can and should be put
 * right, `note` is worth knowing, `ok` is as it should be.
 */
export type FindingLevel = "error" | "warning" | "note" | "ok";

/** One thing that was looked at. */
export interface Finding {
  readonly level: FindingLevel;
  /** Names the check; stays the same from release to release. */
  readonly check: string;
  readonly says: string;
  readonly todo?: string;
}
