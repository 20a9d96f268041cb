import type { JSX } from "hono/jsx/jsx-runtime";
import { showPasswordScriptPath } from "../../pages/assets.ts";
import { Button } from "../../pages/components/button.tsx";
import { ErrorSummary, type FormProblems } from "../../pages/components/error-summary.tsx";
import { Field } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { RefusalNotice } from "../../pages/components/refusal-notice.tsx";
import { ShowPassword } from "../../pages/components/show-password.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import type { RefusedCredentials } from "../../session/check-credentials.ts";
import { AccountLayout, type AccountPageProps } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** What the page needs. */
export type PasswordPageProps = AccountPageProps & {
  readonly problems?: FormProblems;
  /** Why the old password was not checked. */
  readonly refused?: RefusedCredentials | undefined;
};

/** Changes the password. */
export function PasswordPage(props: PasswordPageProps): JSX.Element {
  const { language, signedIn, problems = {} } = props;
  const { passwordChange } = accountTextsFor(language);
  return (
    <AccountLayout {...props} title={passwordChange.title}>
      <Refusal {...props} />
      <ErrorSummary language={language} problems={problems} />
      <form method="post" action="/account/password" class="card stack">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <Field
          id="old_password"
          name="old_password"
          label={passwordChange.oldPassword}
          error={problems["old_password"]}
          type="password"
          autocomplete="current-password"
        />
        <Field
          id="password"
          name="password"
          label={passwordChange.newPassword}
          hint={accountTextsFor(language).signUp.passwordHint}
          error={problems["password"]}
          type="password"
          autocomplete="new-password"
        />
        <ShowPassword language={language} />
        <p class="fine-print">{passwordChange.consequence}</p>
        <Button>{passwordChange.submit}</Button>
      </form>
      <script src={showPasswordScriptPath} defer />
    </AccountLayout>
  );
}

function Refusal({ language, refused }: PasswordPageProps): JSX.Element | null {
  if (refused === undefined || refused.problem === "wrong_credentials") return null;
  const { problem, retryAfterSeconds } = refused;
  return (
    <RefusalNotice language={language} retryAfterSeconds={retryAfterSeconds}>
      {textsFor(language).signIn.problems[problem]}
    </RefusalNotice>
  );
}
