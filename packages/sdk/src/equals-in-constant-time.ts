/** Whether two texts are the same, in a time that does not depend on where they differ. */
export function equalsInConstantTime(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let index = 0; index < expected.length; index += 1) {
    // Past the end of what was given there is NaN, which counts as 0; the lengths differ already.
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}
