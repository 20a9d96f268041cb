import type { PlantedBug } from "./planted-bug.ts";
import { nameOf, nodesBelow, parse, undeclaredNames, whatRuns, type Node } from "./syntax.ts";

/** A piece of a text that is compared as a whole: a word, a number, or one character of punctuation. */
type Token = { readonly text: string; readonly start: number; readonly end: number };
type Span = { readonly start: number; readonly end: number };

/**
 * Puts a mistake into the text of its file.
 *
 * @returns the text with the mistake in it
 * @throws Error with one sentence when the mistake has no single place there, or would change nothing that runs
 */
export function plant(bug: PlantedBug, text: string): string {
  const places = placesOf(bug, text);
  const [place] = places;
  if (place === undefined || places.length > 1)
    throw new Error(`what it changes occurs ${places.length} times in ${whereOf(bug)}`);
  const planted = text.slice(0, place.start) + bug.replace + text.slice(place.end);
  checkPlanted(bug, text, planted);
  return planted;
}

function whereOf({ file, within }: PlantedBug): string {
  return within === undefined ? file : `${within} of ${file}`;
}

/** Where a text has the tokens of `find`, one after the other. */
function placesOf(bug: PlantedBug, text: string): readonly Span[] {
  const wanted = tokensOf(bug.find).filter((token, index, all) => !isTrailingComma(token, all[index + 1]));
  const there = tokensOf(withoutComments(bug.file, text));
  const scope =
    bug.within === undefined ? { start: 0, end: text.length } : declaration(bug, bug.within, text);
  const places = there.flatMap((_, index) => matchAt(there, index, wanted) ?? []);
  return places.filter(({ start, end }) => start >= scope.start && end <= scope.end);
}

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(/[\p{ID_Continue}$]+|\S/gu)].map(({ 0: token, index }) => ({
    text: token,
    start: index,
    end: index + token.length,
  }));
}

/** The formatter writes a comma before a bracket that begins a line, so such a comma is passed over. */
function isTrailingComma(token: Token | undefined, next: Token | undefined): boolean {
  return token?.text === "," && [")", "]", "}"].includes(next?.text ?? "");
}

function matchAt(there: readonly Token[], first: number, wanted: readonly Token[]): Span | undefined {
  let at = first;
  for (const { text } of wanted) {
    if (text !== "," && isTrailingComma(there[at], there[at + 1])) at += 1;
    if (there[at]?.text !== text) return undefined;
    at += 1;
  }
  const [start, end] = [there[first], there[at - 1]];
  return start && end && { start: start.start, end: end.end };
}

function blank(comment: string): string {
  return " ".repeat(comment.length);
}

/** A text with spaces in place of its comments, so that every offset stays what it is. */
function withoutComments(file: string, text: string): string {
  return parse(file, text).comments.reduce(
    (rest, { start, end }) => rest.slice(0, start) + blank(text.slice(start, end)) + rest.slice(end),
    text,
  );
}

/** The one declaration of a name; `Table.remove` is the member of that name in the declaration of `Table`. */
function declaration(bug: PlantedBug, path: string, text: string): Span {
  let scopes: readonly Node[] = [parse(bug.file, text).program];
  for (const name of path.split("."))
    scopes = scopes.flatMap(nodesBelow).filter((node) => nameOf(node["id"] ?? node["key"]) === name);
  const [scope] = scopes;
  if (scope === undefined || scopes.length > 1)
    throw new Error(`${path} is declared ${scopes.length} times in ${bug.file}`);
  return scope;
}

function checkPlanted(bug: PlantedBug, text: string, planted: string): void {
  const tree = parsePlanted(bug, planted);
  if (whatRuns(tree) === whatRuns(parse(bug.file, text).program))
    throw new Error("it changes nothing that runs");
  const undeclared = undeclaredNames(tree);
  if (undeclared.length > 0)
    throw new Error(`with it, ${bug.file} uses ${undeclared.join(", ")}, which it does not declare`);
}

function parsePlanted(bug: PlantedBug, planted: string): Node {
  try {
    return parse(bug.file, planted).program;
  } catch (error) {
    throw new Error(`with it, ${bug.file} cannot be parsed`, { cause: error });
  }
}
