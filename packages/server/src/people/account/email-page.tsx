import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { Field } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { mailAddressLength } from "../../model/mail-address.ts";
import type { UserEmail } from "../../store/people/email-table.ts";
import { BouncedAddress } from "./bounced-address.tsx";
import { AccountLayout, type AccountPageProps } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** Where users say where the platform writes to them. */
export const emailPath = "/account/email";

/** What the page needs. */
export type EmailPageProps = AccountPageProps &
  UserEmail & {
    readonly sendsMail: boolean;
    /** What was typed and refused. */
    readonly typed: string;
    readonly problem?: string | undefined;
  };

/** The user's address, and the form for another one. */
export function EmailPage(props: EmailPageProps): JSX.Element {
  const { language, email, unconfirmed, sendsMail, problem } = props;
  const { email: words } = accountTextsFor(language);
  return (
    <AccountLayout {...props} title={words.title}>
      <ErrorSummary language={language} problems={problem === undefined ? {} : { email: problem }} />
      <BouncedAddress {...props} />
      <div class="card">
        <p>{sendsMail ? words.lead : words.off}</p>
        <p>{email === null ? words.none : words.present(<b class="name">{email}</b>)}</p>
        {unconfirmed === undefined ? null : <p>{words.waiting(<b class="name">{unconfirmed}</b>)}</p>}
        {sendsMail ? <AddressForm {...props} /> : null}
        {email === null ? null : <RemoveForm {...props} />}
      </div>
    </AccountLayout>
  );
}

function AddressForm({ language, signedIn, typed, problem }: EmailPageProps): JSX.Element {
  const { email: words } = accountTextsFor(language);
  return (
    <form method="post" action={emailPath} class="stack">
      <HiddenFields values={{ csrf: signedIn.csrf, action: "change" }} />
      <Field
        id="email"
        label={words.field}
        hint={words.hint}
        error={problem}
        value={typed}
        type="email"
        autocomplete="email"
        maxlength={mailAddressLength}
      />
      <Button>{words.submit}</Button>
    </form>
  );
}

function RemoveForm({ language, signedIn }: EmailPageProps): JSX.Element {
  const { email: words } = accountTextsFor(language);
  return (
    <form method="post" action={emailPath}>
      <HiddenFields values={{ csrf: signedIn.csrf, action: "remove" }} />
      <Button kind="quiet">{words.remove}</Button>
    </form>
  );
}

/** What the page needs. */
export type ConfirmEmailPageProps = AccountPageProps & { readonly csrf: string; readonly address: string };

/** Asks before an address is used: programs that check mails follow every link, but press no button. */
export function ConfirmEmailPage(props: ConfirmEmailPageProps): JSX.Element {
  const { language, path, csrf, address } = props;
  const { email: words } = accountTextsFor(language);
  return (
    <AccountLayout {...props} title={words.confirmTitle}>
      <form method="post" action={path} class="card stack">
        <HiddenFields values={{ csrf }} />
        <p>{words.confirmText(<b class="name">{address}</b>)}</p>
        <Button>{words.confirm}</Button>
      </form>
    </AccountLayout>
  );
}
