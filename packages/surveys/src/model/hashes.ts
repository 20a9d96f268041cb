/** Source of `size` random bytes; a parameter so that tests can repeat it. */
type RandomBytes = (size: number) => Uint8Array;

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const alphanumerics = `${letters}0123456789`;

const surveyHashBytes = 8;

/** A survey's hash: 16 lower-case hex digits, so that its public address cannot be found by trying. */
export function makeSurveyHash(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(surveyHashBytes)).toString("hex");
}

/** Whether a survey's hash is one of those with 32 bits that were made before: many networks together could find one. */
export function isGuessableHash(hash: string): boolean {
  return hash.length < 2 * surveyHashBytes;
}

/** An answer's hash: ten alphanumerics. The first is a letter, so that it never reads as a serial. */
export function makeAnswerHash(randomBytes: RandomBytes): string {
  return pick(letters, 1, randomBytes) + pick(alphanumerics, 9, randomBytes);
}

/** A few more than one takes on average, as some are thrown away. */
const bytesPerAnswerHash = 12;

/** Hashes of several answers. Random bytes are drawn for all at once: one call of the system's source takes longer than a hash. */
export function makeAnswerHashes(count: number, randomBytes: RandomBytes): readonly string[] {
  const drawn = inPortions(randomBytes, count * bytesPerAnswerHash);
  return Array.from({ length: count }, () => makeAnswerHash(drawn));
}

/** No byte is given out twice. */
function inPortions(randomBytes: RandomBytes, portion: number): RandomBytes {
  let rest = randomBytes(portion);
  return (size) => {
    if (rest.length < size) rest = randomBytes(Math.max(portion, size));
    const taken = rest.subarray(0, size);
    rest = rest.subarray(size);
    return taken;
  };
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
