import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { faviconPath, stylesheetPath } from "./assets.ts";
import { DisplayName } from "./components/display-name.tsx";
import { HiddenFields } from "./components/hidden-fields.tsx";
import {
  type ContentLanguages,
  type LanguageForm,
  PageFrame,
  type Language,
} from "@survey-open-platform/service";
import type { SurveyTheme } from "@survey-open-platform/surveys";
import { languageLink } from "./language-link.ts";
import { Navigation } from "./navigation.tsx";
import type { SignedIn } from "./signed-in.ts";
import { themeStylesheetPath } from "./survey/theme-stylesheet.ts";
import { textsFor } from "./texts/texts.ts";

/** What every page needs: its language, and its own path with query for the language switcher. */
export type PageProps = { readonly language: Language; readonly path: string };

/** What the frame around a page needs. */
export type LayoutProps = PageProps & {
  readonly title: string;
  readonly signedIn?: SignedIn | undefined;
  /** Wide for pages with tables and code; a column of text otherwise. */
  readonly wide?: boolean;
  /** Whether the page is for the respondents of a survey. */
  readonly isOfSurvey?: boolean;
  /** The look of the survey that the page shows; the platform's own otherwise. */
  readonly theme?: SurveyTheme | undefined;
  /** The languages of the survey that the page shows, where it says them. */
  readonly contentLanguages?: ContentLanguages | undefined;
  /** The form of the page that choosing another language sends; links otherwise. */
  readonly languageForm?: LanguageForm | undefined;
  readonly children?: Child;
};

/** The whole document: head, header, the page itself, footer. */
export function Layout({
  language,
  path,
  title,
  signedIn,
  wide = false,
  isOfSurvey = false,
  languageForm,
  contentLanguages,
  theme,
  children,
}: LayoutProps): JSX.Element {
  const { layout } = textsFor(language);
  return (
    <PageFrame
      language={language}
      title={title}
      {...footerOf(isOfSurvey, layout)}
      home="/"
      stylesheetPath={stylesheetPath}
      ownStylesheetPath={theme && themeStylesheetPath(theme)}
      isUnnamed={theme?.showsPlatform === false}
      markPath={faviconPath}
      pathIn={(other) => languageLink(path, other)}
      languageForm={languageForm}
      contentLanguages={contentLanguages}
      account={signedIn === undefined ? null : <Account language={language} signedIn={signedIn} />}
      navigation={signedIn && <Navigation language={language} path={path} signedIn={signedIn} />}
      menuLabel={signedIn === undefined ? undefined : layout.menu}
      mainClass={wide ? "content content-wide" : "content"}
    >
      {children}
    </PageFrame>
  );
}

/** Pages of surveys may be in a frame, where no link of the footer could be opened. */
function footerOf(isOfSurvey: boolean, layout: ReturnType<typeof textsFor>["layout"]) {
  if (isOfSurvey) return { texts: { ...layout, footer: layout.footerOfSurvey } };
  return { texts: layout, footerLink: { path: "/privacy", label: layout.privacy } };
}

function Account({
  language,
  signedIn,
}: {
  readonly language: Language;
  readonly signedIn: SignedIn;
}): JSX.Element {
  const { layout } = textsFor(language);
  return (
    <div class="account" role="group" aria-label={layout.accountLabel}>
      <span class="account-name">
        <DisplayName name={signedIn.nickname} />
      </span>
      <form method="post" action="/logout">
        <HiddenFields values={{ csrf: signedIn.csrf }} />
        <button type="submit" class="text-button">
          {layout.signOut}
        </button>
      </form>
    </div>
  );
}
