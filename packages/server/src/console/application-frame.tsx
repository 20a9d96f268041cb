import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { DisplayName, plainName } from "../pages/components/display-name.tsx";
import { Layout, type PageProps } from "../pages/layout.tsx";
import { SectionNavigation } from "../pages/navigation.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import { addressOf } from "./own-application.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";

/** What every page of an application needs. */
export type ApplicationFrameProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly application: { readonly appid: string; readonly name: string };
  readonly title: string;
  readonly children?: Child;
};

/** The frame around the pages of an application: its name, and links to the other pages. */
export function ApplicationFrame(props: ApplicationFrameProps): JSX.Element {
  const { language, path, signedIn, application, title, children } = props;
  const { appid, name } = application;
  const { application: words } = consoleTextsFor(language);
  const links = [
    { path: addressOf(appid), label: words.overview },
    { path: addressOf(appid, "/secrets"), label: words.secrets },
    { path: addressOf(appid, "/check"), label: words.check },
  ];
  return (
    <Layout language={language} path={path} title={`${title} – ${plainName(name)}`} signedIn={signedIn} wide>
      <h1>
        <DisplayName name={name} />
      </h1>
      <SectionNavigation label={words.sections} path={path} links={links} />
      {children}
    </Layout>
  );
}
