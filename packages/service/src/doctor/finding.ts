/**
 * How much a finding matters: `error` keeps the program from working or working safely, `warning` can and should be put
 * right, `note` is worth knowing, `ok` is as it should be.
 */
export type FindingLevel = "error" | "warning" | "note" | "ok";

/** One thing that was checked. */
export interface Finding {
  readonly level: FindingLevel;
  /** Names the check; stays the same from release to release. */
  readonly check: string;
  readonly says: string;
  readonly todo?: string;
  /** Number of a departure from good practice in the register of the threat model. */
  readonly deviation?: string;
  /** What keeps the departure from doing harm meanwhile. */
  readonly compensation?: string;
}
