import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import type { SecondFactor } from "../../store/people/second-factor-table.ts";
import { AccountLayout } from "./account-layout.tsx";
import { IdentityCard, type IdentityCardProps } from "./identity-card.tsx";
import { PasskeyCard, type PasskeyCardProps } from "./passkey-card.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** What the page needs. */
export type SecurityPageProps = PasskeyCardProps &
  IdentityCardProps & {
    readonly secondFactor: Pick<SecondFactor, "isOn" | "recoveryCodesLeft">;
  };

/** How the user signs in, with links to change it. */
export function SecurityPage(props: SecurityPageProps): JSX.Element {
  const { security } = accountTextsFor(props.language);
  return (
    <AccountLayout {...props} title={security.title}>
      <section class="card">
        <h2>{security.password}</h2>
        <p>{security.passwordText}</p>
        <p>
          <a class="button button-quiet" href="/account/password">
            {security.changePassword}
          </a>
        </p>
      </section>
      <PasskeyCard {...props} />
      <IdentityCard {...props} />
      <section class="card">
        <h2>{security.secondFactor}</h2>
        {props.secondFactor.isOn ? <FactorOn {...props} /> : <FactorOff {...props} />}
      </section>
    </AccountLayout>
  );
}

function FactorOff({ language, signedIn }: SecurityPageProps): JSX.Element {
  const { security } = accountTextsFor(language);
  return (
    <>
      <p>{security.secondFactorText}</p>
      <form method="post" action="/account/security/begin">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <Button kind="quiet">{security.turnOn}</Button>
      </form>
    </>
  );
}

function FactorOn({ language, secondFactor }: SecurityPageProps): JSX.Element {
  const { security } = accountTextsFor(language);
  return (
    <>
      <p>{security.secondFactorOn}</p>
      <p>{security.codesLeft(secondFactor.recoveryCodesLeft)}</p>
      <p class="actions">
        <a class="button button-quiet" href="/account/security/recovery-codes">
          {security.newCodes}
        </a>
        <a class="button button-quiet" href="/account/security/off">
          {security.turnOff}
        </a>
      </p>
    </>
  );
}
