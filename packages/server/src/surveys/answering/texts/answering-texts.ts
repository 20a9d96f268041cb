import type { Language } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import type { ClosedReason } from "../closed-reason.ts";

/** A page in a few words. */
interface Heading {
  readonly title: string;
  readonly text: string;
}

/** Every text of the answering pages, but those around the questions. */
export interface AnsweringTexts {
  readonly closedReasons: Readonly<Record<ClosedReason, Heading>>;
  /** Changing an answer that was sent. */
  readonly change: {
    readonly title: string;
    readonly text: (survey: string) => string;
    readonly replacesBegun: string;
    readonly begin: string;
    readonly changing: string;
    readonly discard: string;
    readonly save: string;
    readonly offer: string;
  };
  readonly opensAt: (time: Child, zone: string) => Child;
  readonly closedAt: (time: Child, zone: string) => Child;
  readonly kept: string;
  readonly signIn: string;
  readonly answerAgain: string;
  readonly password: string;
  readonly passwordWrong: string;
  readonly consent: Readonly<Record<"title" | "agree", string>>;
  /** The parts of a sentence about the respondent's data. */
  readonly statement: {
    readonly responsible: (who: string) => string;
    readonly purpose: (purpose: string) => string;
    /** @param days after which the answer is deleted; null for never */
    readonly kept: (days: number | null) => string;
    readonly address: (days: number) => string;
    readonly noAddress: string;
    readonly sentence: (parts: readonly string[]) => string;
    readonly more: string;
  };
  readonly consentNeeded: string;
  /** The page of an answer, for who gave it. */
  readonly ownAnswer: Readonly<
    Record<
      | "see"
      | "title"
      | "notAnswered"
      | "number"
      | "sent"
      | "changed"
      | "address"
      | "consent"
      | "link"
      | "linkHint"
      | "download"
      | "delete"
      | "deleteText"
      | "deleteForGood"
      | "deleted",
      string
    >
  > & { readonly deletedText: (survey: string) => string };
  readonly continue: string;
  readonly resumed: string;
  /** The page on which a participant refuses to take part, and the link to it. */
  readonly refusal: {
    readonly link: string;
    readonly title: string;
    readonly text: (survey: string) => string;
    readonly submit: string;
    readonly done: string;
    readonly answered: string;
    readonly answer: string;
  };
  /** What an anonymous survey promises. */
  readonly anonymous: string;
  readonly anonymousDone: string;
  readonly namedAs: (name: Child) => Child;
  readonly signOut: string;
  readonly tooQuick: string;
  readonly notStored: string;
  readonly limitReached: string;
  readonly formGone: string;
  readonly cookiesNeeded: string;
  readonly tooMuch: string;
  readonly tooLong: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly yourAnswer: (hash: string) => string;
}

/** The texts by language. */
export type AnsweringDictionaries = Readonly<Record<Language, AnsweringTexts>>;
