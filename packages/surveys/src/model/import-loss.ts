/**
 * Why something is not as it was: there is no such type, setting, condition, jump, calculation, formatting, other language or
 * insertion of answers here; it is longer than it can be; a choice said the same as another; a whole question could not be made,
 * or not at its place; it has become a question of another kind; its type is guessed; answers are checked less strictly; the main
 * colour is shown with more contrast; or it is kept apart, such as answers.
 */
export const importLossCodes = [
  "type",
  "setting",
  "condition",
  "jump",
  "calculation",
  "format",
  "languages",
  "piping",
  "length",
  "repeated",
  "question",
  "limit",
  "kind",
  "answers",
  "guessed",
  "check",
  "look",
] as const;

/** One of {@link importLossCodes}. */
export type ImportLossCode = (typeof importLossCodes)[number];

/** A part of an imported survey that was left out or changed. */
export interface ImportLoss {
  /** The name of the question or page in its author's file, with its title where that is another; "" for the survey. */
  readonly at: string;
  readonly code: ImportLossCode;
  /** The type, the setting or the condition, as the file has it. */
  readonly what: string;
}

/** A loss as it is shown: a file may have names as long as itself. */
export function shortLoss({ at, code, what }: ImportLoss): ImportLoss {
  return { at: at.slice(0, 200).toWellFormed(), code, what: what.slice(0, 500).toWellFormed() };
}

/** What a loss means for the survey: part of it is there in another form, or is not there. */
export type ImportOutcome = "changed" | "left_out";

const changed: ReadonlySet<ImportLossCode> = new Set([
  "condition",
  "format",
  "piping",
  "length",
  "repeated",
  "kind",
  "guessed",
  "check",
  "look",
]);

/** Whether a part was changed or left out. */
export function outcomeOf({ code }: Pick<ImportLoss, "code">): ImportOutcome {
  return changed.has(code) ? "changed" : "left_out";
}

const words: Readonly<Record<ImportLossCode, (what: string) => string>> = {
  type: (what) => `left out, as there are no questions of the type ${what}`,
  setting: (what) => `${what} is left out`,
  condition: (what) => `always shown, as no rule can say: ${what}`,
  jump: (what) => `does not jump, as no rule can say: ${what}`,
  calculation: (what) => `is not calculated: ${what}`,
  format: (what) => `formatting is left out: ${what}`,
  languages: (what) => `texts of one language only, of: ${what}`,
  piping: (what) => `respondents read ${what} as it is, and no answer in its place`,
  length: (what) => `cut, as it is longer than it can be here: ${what}`,
  repeated: (what) => `numbered, as two choices say the same: ${what}`,
  question: (what) => `left out, as this question ${what}`,
  limit: (what) => `left out, as there can be no more here: ${what}`,
  kind: (what) => `has become another kind of question: ${what}`,
  guessed: (what) => `the type is guessed: ${what}`,
  check: (what) => `answers are checked less strictly than by: ${what}`,
  look: (what) => `the main colour is shown with more contrast: ${what}`,
  answers: (what) => `answers are not taken in: ${what}`,
};

/** A loss as a sentence, in English. */
export function importLossText({ at, code, what }: ImportLoss): string {
  return `${at === "" ? "" : `${at}: `}${words[code](what)}`;
}
