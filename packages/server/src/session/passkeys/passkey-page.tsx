import type { JSX } from "hono/jsx/jsx-runtime";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { textsFor } from "../../pages/texts/texts.ts";
import { PasskeyForm } from "./passkey-form.tsx";

/** What the page needs. */
export type PasskeyPageProps = PageProps & {
  /** Who confirms; undefined where someone signs in. */
  readonly signedIn?: SignedIn;
  readonly action: string;
  readonly csrf: string;
  readonly returnTo: string;
  readonly options: object;
  /** The page with the password. */
  readonly otherWay: string;
};

/** Signs a user in with a passkey, or has a signed-in user confirm with one. */
export function PasskeyPage(props: PasskeyPageProps): JSX.Element {
  const { language, path, signedIn, action, csrf, returnTo, options, otherWay } = props;
  const { passkey, signIn, stepUp } = textsFor(language);
  const title = signedIn === undefined ? passkey.signInTitle : stepUp.title;
  return (
    <Layout language={language} path={path} title={title} signedIn={signedIn}>
      <div class="card card-narrow">
        <h1>{title}</h1>
        <p>{passkey.lead}</p>
        <PasskeyForm
          language={language}
          action={action}
          csrf={csrf}
          values={{ return_to: returnTo }}
          ceremony="get"
          options={options}
          submit={signedIn === undefined ? signIn.submit : stepUp.submit}
        />
        <p>
          <a class="link-line" href={otherWay}>
            {passkey.usePassword}
          </a>
        </p>
      </div>
    </Layout>
  );
}
