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

  /** @param offset where in the text the problem is, if that is known */
  constructor({ name, text }: NamedText, says: string, offset?: number) {
    super(`${offset === undefined ? name : placeText(name, text, offset)}: ${says}`);
  }
}

/** File, line and column in the form that editors and terminals can open. Both count from 1. */
function placeText(name: string, text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `${name}:${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
}
