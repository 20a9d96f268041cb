import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { faviconPath, stylesheetPath } from "./assets.ts";
import { DisplayName } from "./components/display-name.tsx";
import { HiddenFields } from "./components/hidden-fields.tsx";
import { type Language, languages } from "./language.ts";
import { languageLink } from "./language-link.ts";
import { textsFor } from "./texts/texts.ts";

/** Who is signed in, and the token for the form that signs them out. */
export type SignedIn = { readonly nickname: string; readonly username: string; readonly csrf: string };

/** What every page needs: its language, and its own path with query for the language switcher. */
export type PageProps = { readonly language: Language; readonly path: string };

/** What the frame around a page needs. */
export type LayoutProps = PageProps & {
  readonly title: string;
  readonly signedIn?: SignedIn | undefined;
  /** Wide for pages with tables and code; a column of text otherwise. */
  readonly wide?: boolean;
  readonly children?: Child;
};

/** The whole document: head, header, the page itself, footer. */
export function Layout({
  language,
  path,
  title,
  signedIn,
  wide = false,
  children,
}: LayoutProps): JSX.Element {
  const { layout } = textsFor(language);
  return (
    <html lang={language}>
      <Head title={`${title} · ${layout.productName}`} />
      <body>
        <a class="skip-link" href="#content">
          {layout.skipToContent}
        </a>
        <Header language={language} path={path} signedIn={signedIn} />
        <main id="content" tabindex={-1} class={wide ? "content content-wide" : "content"}>
          {children}
        </main>
        <footer class="footer">
          <p>{layout.footer}</p>
        </footer>
      </body>
    </html>
  );
}

function Head({ title }: { readonly title: string }): JSX.Element {
  return (
    <head>
      <meta charset="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <link rel="icon" type="image/svg+xml" href={faviconPath} />
      <link rel="stylesheet" href={stylesheetPath} />
    </head>
  );
}

function Header({ language, path, signedIn }: PageProps & Pick<LayoutProps, "signedIn">): JSX.Element {
  return (
    <header class="header">
      <div class="header-inner">
        <a class="brand" href="/">
          <img src={faviconPath} alt="" width="28" height="28" />
          {textsFor(language).layout.productName}
        </a>
        {signedIn === undefined ? null : <Account language={language} signedIn={signedIn} />}
        <LanguageSwitcher language={language} path={path} />
      </div>
    </header>
  );
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

const languageNames: Readonly<Record<Language, string>> = { en: "English", "zh-CN": "简体中文" };

function LanguageSwitcher({ language: current, path }: PageProps): JSX.Element {
  return (
    <nav class="languages" aria-label={textsFor(current).layout.languageLabel}>
      {languages.map((language) => (
        <a
          href={languageLink(path, language)}
          lang={language}
          hreflang={language}
          aria-current={language === current ? "true" : undefined}
        >
          {languageNames[language]}
        </a>
      ))}
    </nav>
  );
}
