import type { JSX } from "hono/jsx/jsx-runtime";
import { type Language, languages } from "@survey-open-platform/service";
import { renderPart } from "../pages/render-page.ts";
import type { MailContent } from "../model/mail.ts";
import { mailTextsFor, wordsOf } from "./texts/mail-texts.ts";
import type { MailWords } from "./texts/mail-words.ts";

/** What a mail is made of. */
export interface MailParts {
  readonly content: MailContent;
  readonly language: string;
  /** The public origin of the settings. */
  readonly origin: string;
  readonly unsubscribeUrl: string | undefined;
}

/** The mail as a server gets it. */
export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Writes a mail: plain text, and simple HTML with the same words, without pictures and without anything that is fetched. */
export function composeMail({ content, language: wanted, origin, unsubscribeUrl }: MailParts): ComposedMail {
  const language: Language = languages.find((known) => known === wanted) ?? "en";
  const texts = mailTextsFor(language);
  const words = wordsOf(content, language);
  const links = [words.action, ...(words.otherAction === undefined ? [] : [words.otherAction])].map(
    ({ label, path }) => ({ label, url: `${origin}${path}` }),
  );
  const footer = [
    words.reason,
    texts.sentBy(origin),
    ...(unsubscribeUrl === undefined ? [] : [texts.unsubscribe(unsubscribeUrl)]),
  ];
  return {
    subject: words.subject,
    text: `${[...words.lines, ...links.map(({ label, url }) => `${label}:\n${url}`), `-- \n${footer.join("\n")}`].join("\n\n")}\n`,
    html: `<!doctype html>${renderPart(<MailBody {...{ language, words, links, footer, unsubscribeUrl }} />)}`,
  };
}

interface MailBodyProps {
  readonly language: Language;
  readonly words: MailWords;
  readonly links: readonly { readonly label: string; readonly url: string }[];
  readonly footer: readonly string[];
  readonly unsubscribeUrl: string | undefined;
}

/** A line below the mail; the one that ends with the link to unsubscribe leads there. */
function FooterLine({ line, url }: { readonly line: string; readonly url: string | undefined }): JSX.Element {
  if (url === undefined || !line.endsWith(url)) return <>{line}</>;
  return (
    <>
      {line.slice(0, -url.length)}
      <a href={url}>{url}</a>
    </>
  );
}

/** Sizes and colours are those of the reader, in light and dark. The address of the link is shown as well: a mail is to be checked before a click. */
function MailBody({ language, words, links, footer, unsubscribeUrl }: MailBodyProps): JSX.Element {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{words.subject}</title>
      </head>
      <body style="font-family: sans-serif; line-height: 1.5; max-width: 36em; margin: 1em auto; padding: 0 1em; overflow-wrap: anywhere">
        {words.lines.map((line) => (
          <p>{line}</p>
        ))}
        {links.map(({ label, url }) => (
          <p>
            {label}:<br />
            <a href={url}>{url}</a>
          </p>
        ))}
        <hr />
        {footer.map((line) => (
          <p style="font-size: 0.875em">
            <FooterLine line={line} url={unsubscribeUrl} />
          </p>
        ))}
      </body>
    </html>
  );
}
