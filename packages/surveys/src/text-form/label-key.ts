/**
 * What a label is compared by: small letters of usual width, one space between words, no plural and no word for
 * "question".
 */
export function labelKey(label: string): string {
  return label
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .replace(/ ?(?:题目?|questions?)$/, "")
    .trim()
    .replaceAll(/(?<=[a-z]{2})s\b/g, "");
}
