import { expectedErrorText } from "@survey-open-platform/service";

/** The errors that the commands of `sop` print without a stack trace. */
export const expectedErrors = {
  program: "sop",
  names: ["BackupError", "InvalidDeclarationError", "DeclarationSyntaxError", "SurveyTooLargeError"],
} as const;

/** The text for an error that a person can do something about; undefined for an unexpected one. */
export function textOfExpected(error: unknown): string | undefined {
  return expectedErrorText(error, expectedErrors);
}
