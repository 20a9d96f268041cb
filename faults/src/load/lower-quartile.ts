/** What a quarter of some values do not exceed; 0 when there are none. */
export function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 4)] ?? 0;
}
