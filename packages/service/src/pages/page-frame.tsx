import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { languages, type Language } from "./language.ts";

/** What is the same on every page of a program. */
export interface PageFrameProps {
  readonly language: Language;
  /** What this page is about, without the product's name. */
  readonly title: string;
  readonly texts: Readonly<Record<"productName" | "skipToContent" | "languageLabel" | "footer", string>>;
  /** Path of the page that the product's name links to. */
  readonly home: string;
  readonly stylesheetPath: string;
  /** Path of rules that come after those of the program. */
  readonly ownStylesheetPath?: string | undefined;
  /** Whether the page does not name the program, in its header and its title. Default false. */
  readonly isUnnamed?: boolean;
  /** Path of the product's mark, an SVG. */
  readonly markPath: string;
  /** The languages that the page can be shown in, where these are not those of the program: its content has others. */
  readonly contentLanguages?: ContentLanguages | undefined;
  /** The address of this page in another language. */
  readonly pathIn: (tag: string) => string;
  /** The form of the page that is sent when another language is chosen, so that nothing that was filled in is lost. */
  readonly languageForm?: LanguageForm | undefined;
  /** Who is signed in, and how they sign out. */
  readonly account?: Child;
  /** Links to the parts of the program. */
  readonly navigation?: Child;
  /** What opens them on a phone; without it, they are always there. */
  readonly menuLabel?: string | undefined;
  readonly mainClass?: string;
  /** A link behind the words of the footer. */
  readonly footerLink?: { readonly path: string; readonly label: string } | undefined;
  readonly children?: Child;
}

/** The languages of a content that is not the program's own. */
export interface ContentLanguages {
  /** The one that is shown, as a BCP 47 tag. */
  readonly tag: string;
  readonly isRightToLeft: boolean;
  /** What can be chosen, with what each language calls itself. */
  readonly choices: readonly { readonly tag: string; readonly name: string }[];
}

/** A form that is sent to show its page in another language. */
export interface LanguageForm {
  readonly id: string;
  /** Where it is sent for a language. */
  readonly actionIn: (tag: string) => string;
  /** What the Enter key sends: the value of `action` of the form's main button. */
  readonly mainAction: string;
}

/** What each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", "zh-CN": "简体中文" };

/** A whole document: head, header with language switcher, the page itself, footer. */
export function PageFrame(props: PageFrameProps): JSX.Element {
  const { language, title, texts, mainClass, contentLanguages, ownStylesheetPath, children } = props;
  const { isUnnamed = false, footerLink } = props;
  return (
    <html
      lang={contentLanguages?.tag ?? language}
      dir={contentLanguages?.isRightToLeft === true ? "rtl" : undefined}
    >
      <head>
        <meta charset="utf-8" />
        <title>{isUnnamed ? title : `${title} · ${texts.productName}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" type="image/svg+xml" href={props.markPath} />
        <link rel="stylesheet" href={props.stylesheetPath} />
        {ownStylesheetPath === undefined ? null : <link rel="stylesheet" href={ownStylesheetPath} />}
      </head>
      <body>
        <a class="skip-link" href="#content">
          {texts.skipToContent}
        </a>
        <Header {...props} />
        <main id="content" tabindex={-1} class={mainClass}>
          {children}
        </main>
        <footer class="footer">
          <p>
            {texts.footer}
            {footerLink === undefined ? null : (
              <>
                {" "}
                <a href={footerLink.path}>{footerLink.label}</a>
              </>
            )}
          </p>
        </footer>
      </body>
    </html>
  );
}

function Header(props: PageFrameProps): JSX.Element {
  return (
    <header class="header">
      <div class="header-inner">
        {props.isUnnamed === true ? null : (
          <a class="brand" href={props.home}>
            <img src={props.markPath} alt="" width="28" height="28" />
            <span class="brand-name">{props.texts.productName}</span>
          </a>
        )}
        {props.menuLabel === undefined ? (
          <HeaderParts {...props} />
        ) : (
          <HeaderMenu label={props.menuLabel}>
            <HeaderParts {...props} />
          </HeaderMenu>
        )}
      </div>
    </header>
  );
}

function HeaderParts(props: PageFrameProps): JSX.Element {
  return (
    <>
      {props.navigation}
      {props.account}
      <LanguageSwitcher {...props} />
    </>
  );
}

const menuId = "header-menu";

/** In the row of the header where there is room for it, and opened by a button elsewhere: browsers do so without a script. */
function HeaderMenu({ label, children }: { readonly label: string; readonly children?: Child }): JSX.Element {
  return (
    <>
      <button type="button" class="menu-button" popovertarget={menuId}>
        {label}
      </button>
      <div class="header-menu" id={menuId} popover="auto">
        {children}
      </div>
    </>
  );
}

const ownChoices = languages.map((tag) => ({ tag, name: languageNames[tag] }));

function LanguageSwitcher(props: PageFrameProps): JSX.Element {
  const { language, texts, pathIn, languageForm, contentLanguages } = props;
  if (languageForm !== undefined) return <LanguageButtons {...props} form={languageForm} />;
  const current = contentLanguages?.tag ?? language;
  return (
    <nav class="languages" aria-label={texts.languageLabel}>
      {(contentLanguages?.choices ?? ownChoices).map(({ tag, name }) => (
        <a href={pathIn(tag)} lang={tag} hreflang={tag} aria-current={tag === current ? "true" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

function LanguageButtons({
  language,
  texts,
  form,
  contentLanguages,
}: PageFrameProps & { readonly form: LanguageForm }): JSX.Element {
  const current = contentLanguages?.tag ?? language;
  return (
    <div class="languages" role="group" aria-label={texts.languageLabel}>
      {/* The Enter key sends the first button of a form, wherever it stands. */}
      <button
        type="submit"
        form={form.id}
        name="action"
        value={form.mainAction}
        class="visually-hidden"
        tabindex={-1}
        aria-hidden="true"
      />
      {(contentLanguages?.choices ?? ownChoices).map(({ tag, name }) => (
        <button
          type="submit"
          form={form.id}
          formaction={form.actionIn(tag)}
          name="action"
          value="stay"
          lang={tag}
          aria-current={tag === current ? "true" : undefined}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
