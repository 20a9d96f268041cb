import type { JSX } from "hono/jsx/jsx-runtime";
import { durationText, sentenceSpace, type Language } from "@survey-open-platform/service";
import { Layout } from "./layout.tsx";
import { textsFor } from "./texts/texts.ts";

/** Why a sign-in failed. */
export type SignInProblem = "wrong_password" | "too_many_attempts" | "form_expired";

/** What the page needs. */
export interface SignInPageProps {
  readonly language: Language;
  readonly csrf: string;
  readonly problem?: SignInProblem | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The form to sign in. */
export function SignInPage({ language, csrf, problem, retryAfterSeconds }: SignInPageProps): JSX.Element {
  const { signIn } = textsFor(language);
  const wait =
    retryAfterSeconds === undefined
      ? ""
      : sentenceSpace[language] + signIn.retryAfter(durationText(retryAfterSeconds, language));
  return (
    <Layout language={language} title={signIn.title} path="/status/login">
      <div class="card card-narrow">
        <h1>{signIn.title}</h1>
        <p class="soft">{signIn.lead}</p>
        {problem === undefined ? null : (
          <p class="notice notice-error" id="problem" role="alert">
            {signIn.problems[problem]}
            {wait}
          </p>
        )}
        <form method="post" action="/status/login" class="stack">
          <input type="hidden" name="csrf" value={csrf} />
          {/* For password managers, which want a name beside the password. */}
          <input type="text" name="username" value="token-hub" autocomplete="username" hidden />
          <div class="field">
            <label for="password">{signIn.password}</label>
            <input
              id="password"
              name="password"
              type="password"
              autocomplete="current-password"
              required
              autofocus
              aria-invalid={problem === "wrong_password" ? "true" : undefined}
              aria-describedby={problem === undefined ? undefined : "problem"}
            />
          </div>
          <button type="submit" class="button">
            {signIn.submit}
          </button>
        </form>
      </div>
    </Layout>
  );
}

/** Says why the status page is refused, and what to set. */
export function RefusedPage({ language }: { readonly language: Language }): JSX.Element {
  const { refused } = textsFor(language);
  return (
    <Layout language={language} title={refused.title} path="/status">
      <div class="card">
        <h1>{refused.title}</h1>
        <p>{refused.lead}</p>
        <p>{refused.todo}</p>
      </div>
    </Layout>
  );
}
