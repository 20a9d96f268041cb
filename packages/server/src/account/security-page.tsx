import type { JSX } from "hono/jsx/jsx-runtime";
import { AccountLayout, type AccountPageProps } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** How the user signs in, with links to change it. */
export function SecurityPage(props: AccountPageProps): JSX.Element {
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
    </AccountLayout>
  );
}
