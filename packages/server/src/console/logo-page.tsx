import type { JSX } from "hono/jsx/jsx-runtime";
import { logoPathOf } from "../model/logo.ts";
import { Avatar } from "../pages/components/avatar.tsx";
import { Button } from "../pages/components/button.tsx";
import { ErrorSummary } from "../pages/components/error-summary.tsx";
import { FileField } from "../pages/components/field.tsx";
import { HiddenFields } from "../pages/components/hidden-fields.tsx";
import type { PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { ApplicationFrame } from "./application-frame.tsx";
import { addressOf } from "./own-application.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";

/** What the page shows. */
export type LogoPageProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly application: { readonly appid: string; readonly name: string; readonly logo: string };
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
      <ErrorSummary language={language} problems={problem === undefined ? {} : { file: problem }} />
      <form method="post" action={addressOf(appid, "/logo")} enctype="multipart/form-data" class="stack">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <FileField
          id="file"
          name="file"
          label={words.file}
          hint={words.fileHint}
          error={problem}
          accept="image/png"
        />
        <Button>{words.upload}</Button>
      </form>
      {logo === "" ? null : (
        <form method="post" action={addressOf(appid, "/logo/remove")}>
          <HiddenFields values={{ csrf: signedIn.csrf }} />
          <Button kind="quiet">{words.remove}</Button>
        </form>
      )}
    </ApplicationFrame>
  );
}
