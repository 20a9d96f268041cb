/**
 * Writes a number with its unit. A Chinese unit is set off by a space, as numbers are in all texts.
 *
 * @param format a format of style `unit`
 * @returns for example "3 days", "3 天" or "2.5 MB"
 */
export function numberWithUnit(format: Intl.NumberFormat, value: number): string {
  return format.format(value).replace(/(?<=\d)(?=\p{Script=Han})/u, " ");
}
