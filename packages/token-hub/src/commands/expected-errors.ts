import { HubError, hubErrors } from "../errors.ts";

/** The errors that the commands of `token-hub` print without a stack trace. */
export const expectedErrors = {
  program: "token-hub",
  explain: (error: Error) =>
    error instanceof HubError ? `${error.message}: ${hubErrors[error.type].says}` : undefined,
} as const;
