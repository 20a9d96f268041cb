/** Source of `size` random bytes; a parameter so that tests can repeat it. */
type RandomBytes = (size: number) => Uint8Array;

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const alphanumerics = `${letters}0123456789`;

/** A survey's hash: eight lower-case hex digits, which make its public address hard to guess. */
export function makeSurveyHash(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(4)).toString("hex");
}

/** An answer's hash: ten alphanumerics. The first is a letter, so that it never reads as a serial. */
export function makeAnswerHash(randomBytes: RandomBytes): string {
  return pick(letters, 1, randomBytes) + pick(alphanumerics, 9, randomBytes);
}

/** Draws evenly: a byte past the last whole multiple of the alphabet is thrown away. */
function pick(alphabet: string, count: number, randomBytes: RandomBytes): string {
  const fair = 256 - (256 % alphabet.length);
  let picked = "";
  while (picked.length < count) {
    for (const byte of randomBytes(count - picked.length)) {
      if (byte < fair) picked += alphabet.charAt(byte % alphabet.length);
    }
  }
  return picked;
}
