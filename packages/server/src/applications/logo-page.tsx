import type { JSX } from "hono/jsx/jsx-runtime";
import { logoPathOf } from "../model/logo.ts";
import { Avatar } from "../pages/components/avatar.tsx";
import { PictureForm } from "../pages/components/picture-form.tsx";
import type { PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { ApplicationFrame, type FramedApplication } from "./application-frame.tsx";
import { addressOf } from "./application-for-user.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";

/** What the page shows. */
export type LogoPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly application: FramedApplication & { readonly logo: string };
  readonly problem?: string | undefined;
};

/** The form that uploads a logo. */
export function LogoPage(props: LogoPageProps): JSX.Element {
  const { language, signedIn, application, problem } = props;
  const { appid, name, logo } = application;
  const { logo: words } = consoleTextsFor(language);
  return (
    <ApplicationFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
      <Avatar name={name} seed={appid} imagePath={logoPathOf({ appid, logo })} shape="application" />
      <PictureForm
        language={language}
        csrf={signedIn.csrf}
        action={addressOf(appid, "/logo")}
        remove={logo === "" ? undefined : words.remove}
        problem={problem}
      />
    </ApplicationFrame>
  );
}
