import type { Problem } from "@survey-open-platform/surveys";

/** How many problems the message lists; the rest is only counted. */
const listedProblems = 200;

/** A declarative file that was not applied, with everything that is wrong with it. Nothing was changed. */
export class InvalidDeclarationError extends Error {
  override readonly name = "InvalidDeclarationError";
  readonly problems: readonly Problem[];
  /** Whether the file by itself is right, and only what the database has does not go together with it. */
  readonly isConflict: boolean;

  constructor(problems: readonly Problem[], { isConflict = false }: { readonly isConflict?: boolean } = {}) {
    super(messageOf(problems));
    this.problems = problems;
    this.isConflict = isConflict;
  }
}

/**
 * A problem in one line: the place in the file, and what is wrong there. Values of the file are never
 * repeated, because any of them may be a password.
 *
 * @example `applications[0].redirect_uris[1]: must not have a fragment, nor a bare #`
 */
export function problemText({ path, message }: Problem): string {
  return `${placeText(path)}: ${message}`;
}

function placeText(path: Problem["path"]): string {
  return path.map(stepText).join("").replace(/^\./, "") || "the file";
}

function stepText(step: string | number): string {
  if (typeof step === "number") return `[${step}]`;
  return /^[\p{L}_$][\p{L}\p{N}_$-]{0,63}$/u.test(step)
    ? `.${step}`
    : `[${JSON.stringify(step.slice(0, 64))}]`;
}

function messageOf(problems: readonly Problem[]): string {
  const lines = problems.slice(0, listedProblems).map(problemText);
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}
