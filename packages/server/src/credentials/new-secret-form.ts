import { declaredName } from "../session/credential-fields.ts";

/** The fields of the form that makes a secret. */
export const newSecretFields = ["name", "replaces", "after", "tokens"] as const;

/** What was entered. */
export type NewSecretForm = Readonly<Record<(typeof newSecretFields)[number], string>>;

const minute = 60_000;

/** When a replaced secret ends, in milliseconds from now on. */
export const secretEnds = { now: 0, hour: 60 * minute, day: 1440 * minute, week: 10_080 * minute } as const;

/** The form as it is opened: the replaced secret stays valid for a day, so that servers can change over. */
export const emptyNewSecretForm: NewSecretForm = { name: "", replaces: "", after: "day", tokens: "keep" };

/** The choices of the form. Only the name is typed: other values than those offered are a mistake of no page of ours. */
export interface NewSecretChoice {
  readonly replaces: readonly number[] | "all";
  readonly endAfterMilliseconds: number;
  readonly revokesTokens: boolean;
}

/** Reads the choices. @returns undefined when one is none of those offered */
export function readChoice({ replaces, after, tokens }: NewSecretForm): NewSecretChoice | undefined {
  if (
    !Object.hasOwn(secretEnds, after) ||
    !/^(?:all|\d{0,9})$/.test(replaces) ||
    !/^(?:keep|revoke)$/.test(tokens)
  )
    return undefined;
  return {
    replaces: replacedBy(replaces),
    // A key, as was checked.
    endAfterMilliseconds: secretEnds[after as keyof typeof secretEnds],
    revokesTokens: tokens === "revoke",
  };
}

function replacedBy(replaces: string): readonly number[] | "all" {
  if (replaces === "all") return "all";
  return replaces === "" ? [] : [Number(replaces)];
}

/** Whether a secret may be called so; it needs no name. */
export function isSecretName(name: string): boolean {
  return name === "" || declaredName().safeParse(name).success;
}
