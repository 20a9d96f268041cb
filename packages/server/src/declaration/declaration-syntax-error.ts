/** A text, and the name under which messages speak of it. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * A declarative file that could not be read. The message begins with the file's name, line and column and
 * never has an excerpt of the file, which might hold a password.
 */
export class DeclarationSyntaxError extends Error {
  override readonly name = "DeclarationSyntaxError";
  /** What is wrong, in words that follow the name of the file. */
  readonly says: string;
  /** Counted from 1; undefined when the place is not known. */
  readonly line: number | undefined;

  /** @param offset where in the text the problem is, if that is known */
  constructor({ name, text }: NamedText, says: string, offset?: number) {
    super(`${offset === undefined ? name : placeText(name, text, offset)}: ${says}`);
    this.says = says;
    this.line = offset === undefined ? undefined : lineAt(text, offset);
  }
}

/** File, line and column in the form that editors and terminals can open. Both count from 1. */
function placeText(name: string, text: string, offset: number): string {
  const column = offset - text.lastIndexOf("\n", offset - 1);
  return `${name}:${lineAt(text, offset)}:${column}`;
}

/** The line of a place in a text, counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
