import { z } from "zod";
import { declaredText } from "@survey-open-platform/surveys";
import { isBlank, isOneLine } from "../model/name-rules.ts";
import { passwordMaximumBytes } from "./password.ts";

/** Limits on names and passwords of users. */
export const credentialLimits = { name: 100, username: 64, passwordMinimum: 8 } as const;

/** One line that users read. */
export function declaredName() {
  return declaredText(1, credentialLimits.name)
    .refine(isOneLine, { error: "must be one line without control characters" })
    .refine((text) => !isBlank(text), { error: "must have something that can be seen" });
}

/** The name that a user signs in with. */
export const usernameSchema = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@+-]{0,63}$/u, {
    error: "must be 1 to 64 letters, digits or . _ @ + - and begin with a letter or digit",
  })
  .refine((text) => text === text.normalize("NFC"), {
    error: "must be in Unicode normal form C, as typed text is",
  });

/** A password that a user or operator chooses. */
export const passwordSchema = z
  .string()
  .min(credentialLimits.passwordMinimum)
  .refine((text) => Buffer.byteLength(text) <= passwordMaximumBytes, {
    error: `is longer than ${passwordMaximumBytes} bytes`,
  });

/** What is wrong with a password that a user chooses; undefined when it may be used. */
export function passwordProblem(password: string, username: string): PasswordProblem | undefined {
  if (password.length < credentialLimits.passwordMinimum) return "password_too_short";
  if (!passwordSchema.safeParse(password).success) return "password_too_long";
  // The first thing that anyone tries (NIST SP 800-63B, section 3.1.1.2).
  return password.toLowerCase() === username.toLowerCase() ? "password_is_username" : undefined;
}

/** Why a password cannot be used. */
export type PasswordProblem = "password_too_short" | "password_too_long" | "password_is_username";
