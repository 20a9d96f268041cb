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
    ({ label, path }) => ({ lead: texts.before(label), url: `${origin}${path}` }),
  );
  const footer = [words.reason, texts.sentBy(origin)];
  const { unsubscribe } = texts;
  const last = unsubscribeUrl === undefined ? [] : [texts.before(unsubscribe) + unsubscribeUrl];
  return {
    subject: words.subject,
    text: `${[...words.lines, ...links.map(({ lead, url }) => `${lead.trimEnd()}\n${url}`), `-- \n${[...footer, ...last].join("\n")}`].join("\n\n")}\n`,
    html: `<!doctype html>${renderPart(<MailBody {...{ language, words, links, footer, unsubscribe, unsubscribeUrl }} />)}`,
  };
}

interface MailBodyProps {
  readonly language: Language;
  readonly words: MailWords;
  readonly links: readonly { readonly lead: string; readonly url: string }[];
  readonly footer: readonly string[];
  /** The words of the link to unsubscribe. */
  readonly unsubscribe: string;
  readonly unsubscribeUrl: string | undefined;
}

/** The author's and respondents' own line breaks stay, as in the text. */
const paragraph = "white-space: pre-line";
const small = "font-size: 0.875em";

/**
 * Sizes and colours are those of the reader, in light and dark. The address of a link is shown as well: a mail is to be checked before a
 * click. That to unsubscribe is long, and says nothing.
 */
function MailBody(props: MailBodyProps): JSX.Element {
  const { language, words, links, footer, unsubscribe, unsubscribeUrl } = props;
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
          <p style={paragraph}>{line}</p>
        ))}
        {links.map(({ lead, url }) => (
          <p>
            {lead}
            <br />
            <a href={url}>{url}</a>
          </p>
        ))}
        <hr />
        {footer.map((line) => (
          <p style={small}>{line}</p>
        ))}
        {unsubscribeUrl === undefined ? null : (
          <p style={small}>
            <a href={unsubscribeUrl}>{unsubscribe}</a>
          </p>
        )}
      </body>
    </html>
  );
}
