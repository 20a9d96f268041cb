/** Longest name, with its ending; also what respondents see of it. */
const longestName = 120;
const longestEnding = 10;

/**
 * The name under which a file is kept, out of what a browser says: without folders, and without characters that cannot be seen
 * or that turn the direction of a text, by which `cod.exe` could look like `exe.doc` (Unicode TR 36, section 2).
 */
export function cleanFileName(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? "")
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, "")
    .replaceAll(/[<>:"|?*]/g, "_")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  return shortened(name === "" ? "file" : name);
}

/** What the name of a file ends in behind its last dot, in small letters; "" when it has no ending. */
export function endingOf(name: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** Endings that mean the same kind of file. */
const sameEndings: readonly (readonly string[])[] = [
  ["jpg", "jpeg", "jpe"],
  ["tif", "tiff"],
  ["heic", "heif"],
  ["htm", "html"],
  ["mpg", "mpeg"],
  ["mid", "midi"],
  ["aif", "aiff"],
  ["yml", "yaml"],
  ["md", "markdown"],
];

/** The endings that some endings stand for: with `jpg`, `jpeg` is meant as well. */
export function endingsMeant(endings: readonly string[]): readonly string[] {
  const meant = endings.flatMap((ending) => sameEndings.find((same) => same.includes(ending)) ?? []);
  return [...new Set([...endings, ...meant])];
}

function shortened(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= longestName) return name;
  const ending = endingOf(name);
  const kept = characters.slice(0, longestName - longestEnding - 1).join("");
  return ending === "" ? kept : `${kept}.${ending}`;
}
