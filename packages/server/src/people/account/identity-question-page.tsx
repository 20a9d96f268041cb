import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { Confirmation } from "../../pages/components/confirmation.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { Layout } from "../../pages/layout.tsx";
import type { AccountPageProps } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** What the page needs. */
export type LinkPageProps = AccountPageProps & {
  readonly providerName: string;
  readonly isUnavailable?: boolean;
};

/** Asks before an account at a provider is linked. */
export function LinkPage(props: LinkPageProps): JSX.Element {
  const { language, path, signedIn, providerName, isUnavailable = false } = props;
  const { identities: words } = accountTextsFor(language);
  const name: Child = <DisplayName name={providerName} />;
  return (
    <Layout language={language} path={path} title={words.linkTitle} signedIn={signedIn}>
      <div class="card">
        <h1>{words.linkHeading(name)}</h1>
        {isUnavailable ? (
          <Notice tone="error" role="alert">
            {words.unavailable}
          </Notice>
        ) : null}
        <p>{words.linkText}</p>
        <form method="post" action={path.split("?", 1)[0] ?? path} class="stack">
          <HiddenFields values={{ csrf: signedIn.csrf }} />
          <div class="actions">
            <Button>{words.linkSubmit}</Button>
            <a class="button button-quiet" href="/account/security">
              {words.back}
            </a>
          </div>
        </form>
      </div>
    </Layout>
  );
}

/** What the page needs. */
export type UnlinkPageProps = AccountPageProps & {
  readonly id: number;
  readonly label: string;
};

/** Asks before an account at a provider is unlinked. */
export function UnlinkPage({ language, path, signedIn, id, label }: UnlinkPageProps): JSX.Element {
  const { identities: words } = accountTextsFor(language);
  return (
    <Layout language={language} path={path} title={words.unlinkTitle} signedIn={signedIn}>
      <Confirmation
        language={language}
        title={words.unlinkHeading(<DisplayName name={label} />)}
        consequences={words.unlinkConsequences}
        action={`/account/security/identities/${id}/unlink`}
        csrf={signedIn.csrf}
        submit={words.unlinkSubmit}
        cancelPath="/account/security"
      />
    </Layout>
  );
}
