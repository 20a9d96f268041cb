/** A rule of a survey. */
export type Rule = never;

/** The rules of a survey that the wire has no field for. */
export interface Logic {
  readonly rules: readonly Rule[];
}

/** A survey without rules. */
export const noLogic: Logic = { rules: [] };
