import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { Field } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { mailAddressLength } from "../../model/mail-address.ts";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** Where users ask for a new password. */
export const forgottenPath = "/forgotten";

/** What the page shows. */
export type ForgottenPageProps = PageProps & {
  readonly csrf: string;
  readonly state: "form" | "missing" | "asked";
};

/** Asks for the account, or says that a mail is on its way if there is one. */
export function ForgottenPage({ language, path, csrf, state }: ForgottenPageProps): JSX.Element {
  const { forgotten: words } = accountTextsFor(language);
  return (
    <Layout language={language} path={path} title={words.title}>
      <div class="card card-narrow">
        <h1>{words.title}</h1>
        {state === "asked" ? (
          <Notice tone="success" role="status">
            {words.asked}
          </Notice>
        ) : (
          <>
            <ErrorSummary
              language={language}
              problems={state === "missing" ? { identifier: words.missing } : {}}
            />
            <form method="post" action={forgottenPath} class="stack">
              <HiddenFields values={{ csrf }} />
              <Field
                id="identifier"
                label={words.identifier}
                hint={words.hint}
                error={state === "missing" ? words.missing : undefined}
                autocomplete="username"
                maxlength={mailAddressLength}
              />
              <Button>{words.submit}</Button>
            </form>
          </>
        )}
        <p class="fine-print">{words.without}</p>
        <p>
          <a href="/login">{words.back}</a>
        </p>
      </div>
    </Layout>
  );
}
