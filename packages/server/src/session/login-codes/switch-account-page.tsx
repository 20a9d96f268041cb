import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import { textsFor } from "../../pages/texts/texts.ts";
import type { LoginCode } from "../../store/people/login-code-table.ts";

/** What the page shows. */
export type SwitchAccountPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly code: Pick<LoginCode, "nickname" | "applicationName">;
  /** The link that was followed; a hidden field of the form. */
  readonly link: string;
  readonly action: string;
};

/** Asks a signed-in user before an application signs in one of its own accounts instead. */
export function SwitchAccountPage(props: SwitchAccountPageProps): JSX.Element {
  const { language, path, signedIn, code, link, action } = props;
  const { switchAccount: words } = textsFor(language);
  return (
    <Layout language={language} path={path} title={words.title} signedIn={signedIn}>
      <div class="card card-narrow">
        <h1>{words.title}</h1>
        <p>{words.present(<DisplayName name={signedIn.nickname} />)}</p>
        <p>
          {words.offered(<DisplayName name={code.nickname} />, <DisplayName name={code.applicationName} />)}
        </p>
        <form method="post" action={action} class="stack">
          <HiddenFields values={{ csrf: signedIn.csrf, link }} />
          <Button>{words.submit}</Button>
        </form>
        <p>
          <a href="/">{words.stay}</a>
        </p>
      </div>
    </Layout>
  );
}
