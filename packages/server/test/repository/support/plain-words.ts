import type { AvoidedWord } from "./avoided-words.ts";

/** The words that more than one row of the glossary defines. */
export function findRepeatedWords(glossary: string): readonly string[] {
  const rows = glossary.matchAll(/^\| ([^|]+?) +\|/gm);
  const words = [...rows].map(([, word = ""]) => word).filter((word) => !/^(?:word|-+)$/.test(word));
  return words.filter((word, index) => words.indexOf(word) !== index);
}

/** Where a text (or its path) has words that are not used, as `path:line: "word": say … instead`. */
export function findAvoidedWords(
  path: string,
  text: string,
  avoided: readonly AvoidedWord[],
): readonly string[] {
  // The path stands in front, as line 0, because names of files are read like everything else.
  const searched = `${path}\n${text}`;
  return avoided.flatMap(({ words, instead, exceptions = [] }) => {
    const plain = asWords(exceptions.reduce((rest, exception) => without(rest, exception), searched));
    return words.flatMap((word) =>
      [...plain.matchAll(patternOf(word))].map(({ index }) => {
        const line = plain.slice(0, index).split("\n").length - 1;
        return `${path}:${line}: "${word}": say ${instead}`;
      }),
    );
  });
}

/** Names taken apart into words: `teamToken`, `team_token` and `TeamToken` all become `team token`; lines stay lines. */
function asWords(text: string): string {
  return text
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, "$1$3 $2$4")
    .replaceAll("_", " ")
    .toLowerCase();
}

/** Blanks an exception out, and keeps the ends of lines in it. */
function without(text: string, exception: string): string {
  return text.replaceAll(gapped(exception), (found) => found.replaceAll(/[^\n]/g, " "));
}

function patternOf(word: string): RegExp {
  const { source } = gapped(word);
  return new RegExp(String.raw`\b${source}\b`, "g");
}

/** A phrase whose words may be parted by a hyphen, or by the end of a line and the comment signs of the next. */
function gapped(phrase: string): RegExp {
  const words = phrase.split(" ").map((word) => word.replaceAll(/[^\w]/g, String.raw`\$&`));
  return new RegExp(words.join(String.raw`(?:[ -]|\s*\n\s*(?:\*|\/\/|#|>|-)?\s*)`), "g");
}
