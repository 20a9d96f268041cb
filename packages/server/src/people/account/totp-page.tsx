import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { Confirmation } from "../../pages/components/confirmation.tsx";
import { Copyable } from "../../pages/components/copyable.tsx";
import { CommandBlock } from "../../pages/components/command-block.tsx";
import { CopyScript } from "../../pages/components/copy-button.tsx";
import { ErrorSummary, type FormProblems } from "../../pages/components/error-summary.tsx";
import { Field } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { QrCode } from "../../pages/components/qr-code.tsx";
import { Layout } from "../../pages/layout.tsx";
import { AccountLayout, type AccountPageProps } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** What the page needs. */
export type TotpPageProps = AccountPageProps & {
  /** The secret that has to be confirmed; it is not shown again after that. */
  readonly secret: string;
  /** The same as an address that authenticator apps read. */
  readonly address: string;
  readonly problems?: FormProblems;
};

/** Connects an authenticator app: scan or type the secret, then confirm with a code. */
export function TotpPage(props: TotpPageProps): JSX.Element {
  const { language, signedIn, secret, address, problems = {} } = props;
  const { totp } = accountTextsFor(language);
  return (
    <AccountLayout {...props} title={totp.title}>
      <ErrorSummary language={language} problems={problems} />
      <div class="card stack">
        <h2>{totp.scan}</h2>
        <QrCode text={address} label={totp.qrLabel} />
        <p>{totp.orType}</p>
        <p>
          <Copyable
            language={language}
            about={totp.orType}
            value={secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
          />
        </p>
        <h2>{totp.confirm}</h2>
        <form method="post" action="/account/security/totp" class="stack">
          <HiddenFields values={{ csrf: signedIn.csrf }} />
          <Field
            id="code"
            name="code"
            label={totp.code}
            error={problems["code"]}
            autocomplete="one-time-code"
            inputmode="numeric"
            maxlength={10}
          />
          <Button>{totp.turnOn}</Button>
        </form>
      </div>
      <CopyScript />
    </AccountLayout>
  );
}

/** Shows new recovery codes, once. */
export function RecoveryCodesPage(
  props: AccountPageProps & { readonly codes: readonly string[] },
): JSX.Element {
  const { language, codes } = props;
  const { recoveryCodes } = accountTextsFor(language);
  return (
    <AccountLayout {...props} title={recoveryCodes.title}>
      <Notice tone="warning" role="status" title={recoveryCodes.onceTitle}>
        {recoveryCodes.once}
      </Notice>
      <div class="card stack">
        <CommandBlock language={language} about={recoveryCodes.title} command={codes.join("\n")} />
        <p>
          <a class="button button-primary" href="/account/security">
            {recoveryCodes.kept}
          </a>
        </p>
      </div>
      <CopyScript />
    </AccountLayout>
  );
}

/** Asks before the second factor is turned off, or its recovery codes are replaced. */
export function SecondFactorQuestionPage(
  props: AccountPageProps & { readonly question: "turnOff" | "renewCodes"; readonly action: string },
): JSX.Element {
  const { language, path, signedIn, question, action } = props;
  const words = accountTextsFor(language)[question];
  return (
    <Layout language={language} path={path} title={words.title} signedIn={signedIn}>
      <Confirmation
        language={language}
        title={words.title}
        consequences={words.consequences}
        action={action}
        csrf={signedIn.csrf}
        submit={words.submit}
        cancelPath="/account/security"
      />
    </Layout>
  );
}
