import type { JSX } from "hono/jsx/jsx-runtime";
import { redirectLocation, resultParameters, type VerifiedRedirectUri } from "../../../model/redirect-uri.ts";
import { Button } from "../../../pages/components/button.tsx";
import { HiddenFields } from "../../../pages/components/hidden-fields.tsx";
import { unicodeHost, WebHost } from "../../../pages/components/web-host.tsx";
import { Layout, type PageProps } from "../../../pages/layout.tsx";
import { renderPage } from "../../../pages/render-page.ts";
import { textsFor } from "../../../pages/texts/texts.ts";
import type { ResponseMode } from "../../authorize/authorization-response.tsx";

/** An error, and where it would go. */
export type ErrorReturnPageProps = PageProps & {
  /** On a website. */
  readonly redirectUri: VerifiedRedirectUri;
  readonly responseMode: ResponseMode;
  readonly result: {
    readonly error: string;
    readonly error_description: string;
    readonly state: string | null;
    readonly iss: string;
  };
};

/** Shows an error in place of a redirect. Its form posts to another site, which form-action in the policy of the page would block. */
export function errorReturnResponse(props: ErrorReturnPageProps): Promise<Response> {
  return renderPage(<ErrorReturnPage {...props} />, { status: 400, formAction: false, keepsOpener: true });
}

/** The error of a request by a client that anybody can make: only a click takes the browser to its website. */
export function ErrorReturnPage(props: ErrorReturnPageProps): JSX.Element {
  const { language, path, redirectUri, result } = props;
  const { errorReturn, errorPage } = textsFor(language);
  const { host } = new URL(redirectUri);
  return (
    <Layout language={language} path={path} title={errorReturn.title}>
      <article class="card problem">
        <h1>{errorReturn.title}</h1>
        <p class="lead">{errorReturn.lead}</p>
        <section>
          <h2>{errorReturn.destination}</h2>
          <p class="destination destination-large">
            <WebHost language={language} ascii={host} unicode={unicodeHost(host)} />
          </p>
          <p>{errorReturn.unchecked}</p>
          <WayThere {...props} />
          <p>
            <a class="link-line" href="/">
              {errorPage.home}
            </a>
          </p>
        </section>
        <section class="fine-print aside">
          <h2>{errorPage.forDevelopers}</h2>
          <p>
            <code>{result.error}</code>: <span lang="en">{result.error_description}</span>
          </p>
          <p>{errorReturn.developer}</p>
        </section>
      </article>
    </Layout>
  );
}

function WayThere({ language, redirectUri, responseMode, result }: ErrorReturnPageProps): JSX.Element {
  const { errorReturn } = textsFor(language);
  if (responseMode === "query")
    return (
      <p>
        <a class="link-line" rel="noreferrer" href={redirectLocation(redirectUri, result)}>
          {errorReturn.submit}
        </a>
      </p>
    );
  return (
    <form method="post" action={redirectUri} class="stack">
      <HiddenFields values={Object.fromEntries(resultParameters(result))} />
      <Button>{errorReturn.submit}</Button>
    </form>
  );
}
