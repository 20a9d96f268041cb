import type { ShareRole } from "@survey-open-platform/surveys";

/**
 * The mails that the platform writes, and what each is about. Words and links are added when a mail is sent: what waits holds facts, and
 * no address of the platform.
 */
export interface MailFacts {
  readonly platform_invitation: { readonly token: string; readonly invitedBy: string };
  readonly team_invitation: { readonly token: string; readonly invitedBy: string; readonly team: string };
  /** Whether there is such an account is found out when the mail is due, and the token of its link is made when it is handed over. */
  readonly password_reset: { readonly identifier: string; readonly token?: string };
  readonly address_confirmation: { readonly token: string; readonly username: string };
  readonly address_changed: { readonly username: string };
  readonly password_changed: { readonly username: string };
  readonly new_browser: { readonly username: string; readonly userAgent: string; readonly network: string };
  readonly second_factor: { readonly username: string; readonly change: FactorChange };
  readonly secret_made: ApplicationFacts;
  readonly secret_ending: ApplicationFacts & { readonly endsAt: number };
  readonly application_disabled: ApplicationFacts;
  readonly webhook_off: { readonly host: string; readonly reason: string; readonly path: string };
  readonly survey_invitation: SurveyInvitation;
  readonly survey_shared: {
    readonly surveyId: number;
    readonly title: string;
    readonly sharedBy: string;
    readonly role: ShareRole;
  };
  readonly survey_offered: { readonly surveyId: number; readonly title: string; readonly offeredBy: string };
  readonly comment_mention: {
    readonly surveyId: number;
    readonly commentId: number;
    readonly title: string;
    readonly author: string;
  };
  readonly survey_ends: WatchedSurvey & { readonly endAt: number };
  readonly limit_reached: WatchedSurvey & { readonly limit: number };
  readonly export_ready: WatchedSurvey;
  readonly survey_thanks: SurveyThanks;
  readonly new_answers: {
    readonly title: string;
    readonly surveyId: number;
    readonly count: number;
    /** Whether only answers count that the user asked for. */
    readonly isFiltered: boolean;
  };
}

/** What an author writes to a participant of a survey. */
export interface SurveyInvitation {
  readonly surveyId: number;
  readonly title: string;
  /** Undefined for a test, which opens the survey as everyone opens it. */
  readonly participantId?: number;
  readonly subject: string;
  readonly body: string;
  /** Where the link leads; found when the mail is handed over. */
  readonly path?: string;
  /** When the link ends, ms UTC; found like the path. Undefined for never. */
  readonly endAt?: number | undefined;
  /** Where the participant says that they do not take part; found like the path. */
  readonly refusePath?: string;
}

/** Thanks to a participant of a survey, with a copy of the answer. */
export interface SurveyThanks {
  readonly surveyId: number;
  readonly title: string;
  readonly participantId: number;
  /** Serial of the answer. */
  readonly answerId: number;
  /** The answer in words, a paragraph for each question; found when the mail is handed over, as the outbox holds no answers. */
  readonly lines?: readonly string[];
  /** Where the link leads; found when the mail is handed over. */
  readonly path?: string;
}

/** A survey that the receiver watches. */
interface WatchedSurvey {
  readonly surveyId: number;
  readonly title: string;
}

/** An application, and the path of its page for those who manage it. */
interface ApplicationFacts {
  readonly application: string;
  readonly appid: string;
  readonly path: string;
}

/** What happened to what a user signs in with. */
export type FactorChange = (typeof factorChanges)[number];

/** Every such change, as the audit log calls it. */
export const factorChanges = [
  "second_factor.on",
  "second_factor.off",
  "second_factor.reset",
  "recovery_codes.renewed",
  "passkey.added",
  "passkey.removed",
] as const;

/** A kind of mail. */
export type MailKind = keyof MailFacts;

/** A kind with its facts. */
export type MailContent = {
  readonly [Kind in MailKind]: { readonly kind: Kind; readonly facts: MailFacts[Kind] };
}[MailKind];

/** For how long a mail is worth sending. A link that has ended by then helps no one. */
export function usefulMilliseconds(kind: MailKind): number {
  return kind === "password_reset" || kind === "address_confirmation" ? 3_600_000 : 5 * 86_400_000;
}

/**
 * What a receiver can unsubscribe from with one click (RFC 8058), and until they say otherwise. Security notices have no such topic: a
 * thief must not be able to switch them off.
 */
export function topicOf({ kind, facts }: MailContent): string | undefined {
  if (kind === "survey_invitation" || kind === "survey_thanks") return `participant-${facts.surveyId}`;
  if (kind === "survey_ends" || kind === "limit_reached") return `survey-${facts.surveyId}`;
  if (kind === "new_answers" || kind === "export_ready") return `survey-${facts.surveyId}`;
  return topics[kind];
}

const topics: Readonly<Partial<Record<MailKind, string>>> = {
  platform_invitation: "invitations",
  team_invitation: "invitations",
  webhook_off: "webhooks",
  comment_mention: "mentions",
  survey_shared: "sharing",
  survey_offered: "sharing",
};
