/** Set for the projects of `npm run test:deep`. */
export const DEEP_VARIABLE = "SOP_TEST_DEEP";

/** Whether each look is tried, and hundreds of inputs. */
export const isDeep = process.env[DEEP_VARIABLE] === "1";

/** How often a generated property is tried: a tenth of `deep` in `npm test`. */
export function runs(deep: number): number {
  return isDeep ? deep : Math.ceil(deep / 10);
}

/** The rows of a table of cases: all of them, or in `npm test` every `step`th. */
export function someOf<Row>(rows: readonly Row[], step = 5): readonly Row[] {
  return isDeep ? rows : rows.filter((_, index) => index % step === 0);
}
