import { OauthError } from "../oauth-error.ts";

/** How the user is to be asked (OpenID Connect Core, section 3.1.2.1). */
export type Prompt = "none" | "login" | "consent" | "select_account";

/** Every value, in the order in which they are written. */
export const prompts: readonly Prompt[] = ["none", "login", "consent", "select_account"];

/** Reads the values, of which `none` stands alone. @throws `OauthError` */
export function readPrompt(text: string | undefined): ReadonlySet<Prompt> {
  const words = new Set((text ?? "").split(" ").filter((word) => word !== ""));
  const known = new Set(prompts.filter((prompt) => words.has(prompt)));
  if (known.size < words.size)
    throw new OauthError("invalid_request", `prompt must be of ${prompts.join(", ")}.`);
  if (known.has("none") && known.size > 1)
    throw new OauthError("invalid_request", "prompt=none cannot be combined with others.");
  return known;
}

/** How many seconds ago the user may have signed in at most; undefined when that does not matter. @throws `OauthError` */
export function readMaxAge(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text))
    throw new OauthError("invalid_request", "max_age must be a whole number of seconds.");
  return Number(text);
}
