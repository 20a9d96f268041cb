import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { markPath, stylesheetPath } from "./assets.ts";
import { languages, type Language } from "./language.ts";
import { textsFor } from "./texts/texts.ts";

/** What the frame around a page needs. */
export interface LayoutProps {
  readonly language: Language;
  readonly title: string;
  /** Path that the language links lead to. */
  readonly path: string;
  /** The token for the form that signs out; undefined where no one is signed in. */
  readonly signOutCsrf?: string | undefined;
  readonly children?: Child;
}

const languageNames: Readonly<Record<Language, string>> = { en: "English", "zh-CN": "简体中文" };

/** The whole document: head, header, the page itself, footer. */
export function Layout({ language, title, path, signOutCsrf, children }: LayoutProps): JSX.Element {
  const texts = textsFor(language);
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>{`${title} · ${texts.productName}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" type="image/svg+xml" href={markPath} />
        <link rel="stylesheet" href={stylesheetPath} />
      </head>
      <body>
        <a class="skip-link" href="#content">
          {texts.skipToContent}
        </a>
        <header class="header">
          <div class="header-inner">
            <a class="brand" href="/status">
              <img src={markPath} alt="" width="28" height="28" />
              {texts.productName}
            </a>
            {signOutCsrf === undefined ? null : <SignOut csrf={signOutCsrf} says={texts.signOut} />}
            <Languages current={language} path={path} />
          </div>
        </header>
        <main id="content" tabindex={-1}>
          {children}
        </main>
        <footer class="footer">
          <p>{texts.footer}</p>
        </footer>
      </body>
    </html>
  );
}

function SignOut({ csrf, says }: { readonly csrf: string; readonly says: string }): JSX.Element {
  return (
    <form method="post" action="/status/logout">
      <input type="hidden" name="csrf" value={csrf} />
      <button type="submit" class="text-button">
        {says}
      </button>
    </form>
  );
}

function Languages({ current, path }: { readonly current: Language; readonly path: string }): JSX.Element {
  return (
    <nav class="languages" aria-label={textsFor(current).languageLabel}>
      {languages.map((language) => (
        <a
          href={`${path}?lang=${language}`}
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
