/** A deliberate mistake in the sources, and the tests that must notice it. */
export type PlantedBug = {
  /** What it is called at the command line. */
  readonly name: string;
  /** What is wrong with the platform then, in one sentence. */
  readonly breaks: string;
  /** The file that is changed, from the root. */
  readonly file: string;
  /** What stands there once and only once; any white space stands for any other. */
  readonly find: string;
  /** What is put there instead. */
  readonly replace: string;
  /** Files of tests, from the root; in each of them at least one test has to fail. */
  readonly caughtBy: readonly string[];
};

/** The tests of security properties by their names: `security("csrf")`. */
export function security(...names: readonly string[]): readonly string[] {
  return names.map((name) => `packages/server/test/security/${name}.test.ts`);
}

/** Where a text has what a mistake changes. It has to be one place. */
export function placesOf({ find }: PlantedBug, text: string): readonly RegExpExecArray[] {
  const words = find
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return [...text.matchAll(new RegExp(words.join("\\s+"), "g"))];
}

/** A text with its mistake in it. */
export function planted(bug: PlantedBug, text: string): string {
  const [place] = placesOf(bug, text);
  if (place === undefined) throw new Error(`${bug.name} has no place in ${bug.file}`);
  return text.slice(0, place.index) + bug.replace + text.slice(place.index + place[0].length);
}
