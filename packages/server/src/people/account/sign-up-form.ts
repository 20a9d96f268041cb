import { isInvisible } from "@survey-open-platform/surveys";
import type { FormProblems } from "../../pages/components/error-summary.tsx";
import { declaredName, passwordProblem, usernameSchema } from "../../session/credential-fields.ts";
import type { AccountTexts } from "./texts/en.ts";

/** The fields of the form that creates an account, in their order; they are also the ids on the page. */
export const signUpFields = ["username", "nickname", "password"] as const;

/** What was entered. */
export type SignUpForm = Readonly<Record<(typeof signUpFields)[number], string>>;

type Problem = keyof AccountTexts["signUp"]["problems"];

/** What is wrong with what was entered, field by field. */
export type SignUpProblems = Readonly<Partial<Record<keyof SignUpForm, Problem>>>;

/** Checks what was entered. */
export function signUpProblems({ username, nickname, password }: SignUpForm): SignUpProblems {
  return {
    ...fieldProblem("username", username, usernameSchema.safeParse(username).success),
    ...fieldProblem("nickname", nickname, declaredName().safeParse(nickname).success),
    ...onlyProblem({ password: passwordProblem(password, username) }),
  };
}

function fieldProblem(name: "username" | "nickname", value: string, isWellFormed: boolean): SignUpProblems {
  if (isWellFormed) return {};
  return { [name]: isInvisible(value) ? `${name}_missing` : `${name}_malformed` };
}

function onlyProblem({ password }: { readonly password: Problem | undefined }): SignUpProblems {
  return password === undefined ? {} : { password };
}

/** The problems as sentences, by the id of the field. */
export function problemSentences(
  problems: SignUpProblems,
  texts: AccountTexts["signUp"]["problems"],
): FormProblems<keyof SignUpForm> {
  const entries = Object.entries(problems).map(([field, problem]) => [field, texts[problem]]);
  // The keys are those of the problems.
  return Object.fromEntries(entries) as FormProblems<keyof SignUpForm>;
}
