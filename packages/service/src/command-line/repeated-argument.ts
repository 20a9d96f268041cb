/**
 * Every value of an option that may be given several times; citty itself keeps the last one only.
 *
 * @param rawArgs the words after the name of the command
 * @example
 * repeatedArgument(["--tag", "a", "--tag=b"], "tag"); // ["a", "b"]
 */
export function repeatedArgument(rawArgs: readonly string[], name: string): readonly string[] {
  return rawArgs.flatMap((word, index) => {
    if (word.startsWith(`--${name}=`)) return [word.slice(name.length + 3)];
    const value = rawArgs[index + 1];
    return word === `--${name}` && value !== undefined ? [value] : [];
  });
}
