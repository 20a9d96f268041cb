/** How a caller names one answer of a survey: by its serial or by its hash. */
export type AnswerReference = { readonly serial: number } | { readonly hash: string };

/**
 * Reads the last part of an answer's address.
 *
 * @returns undefined when it is neither a serial from 1 nor ten alphanumerics beginning with a letter
 */
export function answerReference(text: string): AnswerReference | undefined {
  if (/^[1-9]\d{0,15}$/.test(text)) {
    const serial = Number(text);
    return Number.isSafeInteger(serial) ? { serial } : undefined;
  }
  return /^[A-Za-z][A-Za-z0-9]{9}$/.test(text) ? { hash: text } : undefined;
}
