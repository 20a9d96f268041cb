/** An id in an address or a form: a positive whole number without leading zeros. @returns undefined for anything else */
export function idIn(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
