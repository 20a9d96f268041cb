import type { Finding as AnyFinding } from "@survey-open-platform/service";

/** A place where the interface itself departs from good practice; the threat model has the register. */
export type Deviation = "D1" | "D2" | "D3" | "D4" | "D5" | "D6";

/** One thing that `sop doctor` checked. */
export interface Finding extends AnyFinding {
  readonly deviation?: Deviation;
}
