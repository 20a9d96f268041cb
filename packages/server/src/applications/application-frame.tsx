import type { JSX } from "hono/jsx/jsx-runtime";
import type { CredentialsFrameProps } from "../credentials/credentials-section.ts";
import { DisplayName, plainName } from "../pages/components/display-name.tsx";
import { Layout } from "../pages/layout.tsx";
import { SectionNavigation } from "../pages/navigation.tsx";
import type { ApplicationForUser } from "../store/applications/application-for-user-table.ts";
import { addressOf } from "./application-for-user.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";

/** What the frame shows of an application. */
export type FramedApplication = Pick<ApplicationForUser, "appid" | "name" | "isPublic">;

/** What every page of an application needs. */
export type ApplicationFrameProps = CredentialsFrameProps & {
  readonly application: FramedApplication;
};

/** The frame around the pages of an application: its name, and links to the other pages. */
export function ApplicationFrame(props: ApplicationFrameProps): JSX.Element {
  const { language, path, signedIn, application, title, children } = props;
  const { appid, name, isPublic } = application;
  const { application: words } = consoleTextsFor(language);
  const links = [
    { path: addressOf(appid), label: words.overview },
    ...(isPublic ? [] : [{ path: addressOf(appid, "/secrets"), label: words.secrets }]),
    { path: addressOf(appid, "/connect"), label: words.connect },
    { path: addressOf(appid, "/log"), label: words.log },
    { path: addressOf(appid, "/usage"), label: words.usage },
    { path: addressOf(appid, "/check"), label: words.check },
    { path: addressOf(appid, "/test-token"), label: words.testToken },
    { path: addressOf(appid, "/explorer"), label: words.explorer },
  ];
  return (
    <Layout language={language} path={path} title={`${title} – ${plainName(name)}`} signedIn={signedIn} wide>
      <h1>
        <DisplayName name={name} />
      </h1>
      <SectionNavigation language={language} label={words.sections} path={path} links={links} />
      {children}
    </Layout>
  );
}
