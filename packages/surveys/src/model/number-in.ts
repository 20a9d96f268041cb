/** The number that a text is, as the rule `number` takes it; undefined for any other text. */
export function numberIn(text: string): number | undefined {
  return numberRule.test(text) ? Number(text) : undefined;
}

/** What the rule `number` takes: digits with a point, no more than a spreadsheet keeps. */
export const numberRule = /^-?\d{1,15}(\.\d{1,15})?$/;
