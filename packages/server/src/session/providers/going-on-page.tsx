import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { textsFor } from "../../pages/texts/texts.ts";

/** What the page needs. */
export type GoingOnPageProps = PageProps & {
  readonly providerName: string;
  /** Where the user signs in. */
  readonly address: string;
};

/** Leads to a provider. Browsers follow its Refresh header; the link is for those that do not. */
export function GoingOnPage({ language, path, providerName, address }: GoingOnPageProps): JSX.Element {
  const { providers } = textsFor(language);
  return (
    <Layout language={language} path={path} title={providers.goingOnTitle}>
      <div class="card card-narrow">
        <h1>{providers.goingOnTitle}</h1>
        <p>{providers.goingOn(<DisplayName name={providerName} />)}</p>
        <p>
          <a class="button button-primary" href={address}>
            {providers.goOn}
          </a>
        </p>
      </div>
    </Layout>
  );
}
