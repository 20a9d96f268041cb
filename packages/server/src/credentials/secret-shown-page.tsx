import type { JSX } from "hono/jsx/jsx-runtime";
import type { ApplicationKind } from "../model/application.ts";
import { Copyable } from "../pages/components/copyable.tsx";
import { CopyScript } from "../pages/components/copy-button.tsx";
import { DefinitionList } from "../pages/components/definition-list.tsx";
import { Notice } from "../pages/components/notice.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { credentialsTextsFor } from "./texts/credentials-texts.ts";

/** What the page shows. */
export type SecretShownPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly kind: ApplicationKind;
  readonly appid: string;
  readonly secret: string;
  readonly nextPath: string;
  /** Whether the application itself is new. */
  readonly isRegistered?: true;
};

/**
 * A secret, once. It is the response to the form itself and not a page to redirect to: for that the secret would have to be
 * kept somewhere. The form names itself, so that sending it again makes no second secret.
 */
export function SecretShownPage(props: SecretShownPageProps): JSX.Element {
  const { language, path, signedIn, kind, appid, secret, nextPath, isRegistered } = props;
  const { secretShown: words } = credentialsTextsFor(language);
  const title = isRegistered === true ? words.registered : words.title;
  return (
    <Layout language={language} path={path} title={title} signedIn={signedIn}>
      <h1>{title}</h1>
      <Notice tone="warning" role="status">
        {words.once}
      </Notice>
      <div class="card">
        <DefinitionList
          items={[
            {
              term: words.appid,
              details: <Copyable language={language} about={words.appid} value={appid} />,
            },
            {
              term: words.secret,
              details: <Copyable language={language} about={words.secret} value={secret} />,
            },
          ]}
        />
        <p>{words.keep}</p>
      </div>
      <p>
        <a class="button button-primary" href={nextPath}>
          {words.next[kind]}
        </a>
      </p>
      <CopyScript />
    </Layout>
  );
}
