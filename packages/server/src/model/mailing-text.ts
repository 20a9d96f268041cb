import { matchLanguage } from "@survey-open-platform/surveys";

/** What an author writes to participants of a survey. */
export interface MailingText {
  readonly subject: string;
  readonly body: string;
}

/** The same in the languages of the survey. */
export interface MailingTexts extends MailingText {
  /** By the tags of their languages, the survey's own one first; empty where it is written in one alone. */
  readonly translations: Readonly<Record<string, MailingText>>;
}

/** The text for a recipient: in the language that fits theirs best, else in the survey's own. @returns `tag` is "" for that */
export function textFor(
  { translations, ...own }: MailingTexts,
  language: string,
): MailingText & { readonly tag: string } {
  const tag = matchLanguage([language], Object.keys(translations)) ?? "";
  return { ...(translations[tag] ?? own), tag };
}
