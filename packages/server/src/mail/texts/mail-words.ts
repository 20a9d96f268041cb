import type { MailFacts, MailKind } from "../../model/mail.ts";

/** The words of a mail, in one language; text and HTML are both made of them. */
export interface MailWords {
  readonly subject: string;
  readonly lines: readonly string[];
  /** What the link does, and where it leads on this platform. */
  readonly action: { readonly label: string; readonly path: string };
  /** A second link, below the first. Default none. */
  readonly otherAction?: { readonly label: string; readonly path: string } | undefined;
  /** Why the receiver gets the mail, and what to do if it is wrong. */
  readonly reason: string;
}

/** The words of each kind of mail, in one language. */
export type WordsOfMails = {
  readonly [Kind in MailKind]: (facts: MailFacts[Kind]) => MailWords;
};

/** The most characters of a name in a mail. */
const longestName = 80;

/**
 * A name or title that another person chose, as a mail may show it: in one line, without controls of direction, and so that no mail program
 * makes a link of it. Otherwise an invitation to a team called "example.com/prize" would be a way to send anything to anyone.
 */
export function givenName(name: string): string {
  const line = name
    .replaceAll("://", ": ")
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  const cut = line.length > longestName ? `${line.slice(0, longestName - 1)}…` : line;
  return cut.replaceAll(/(?<=\S)([.:/@]+)(?=\S)/gu, "$1 ");
}

/** A time as all receivers read it, wherever they are. */
export function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
