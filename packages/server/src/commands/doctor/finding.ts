/**
 * How much a finding matters: `error` keeps the platform from working or working safely, `warning` can and
 * should be put right, `note` is worth knowing, `ok` is as it should be.
 */
export type FindingLevel = "error" | "warning" | "note" | "ok";

/** A place where the interface itself departs from good practice; the threat model has the register. */
export type Deviation = "D1" | "D2" | "D3" | "D4" | "D5" | "D6";

/** One thing that was looked at. */
export interface Finding {
  readonly level: FindingLevel;
  /** Names the check; stays the same from release to release. */
  readonly check: string;
  readonly says: string;
  readonly todo?: string;
  readonly deviation?: Deviation;
  /** What keeps the departure from doing harm meanwhile. */
  readonly compensation?: string;
}
