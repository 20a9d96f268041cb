import type { ConsentState } from "../../store/user-grant-table.ts";

/** Every text of the status page. */
export interface Texts {
  readonly productName: string;
  readonly skipToContent: string;
  readonly languageLabel: string;
  readonly footer: string;
  readonly signIn: {
    readonly title: string;
    readonly lead: string;
    readonly password: string;
    readonly submit: string;
    readonly problems: Readonly<Record<"wrong_password" | "too_many_attempts" | "form_expired", string>>;
    readonly retryAfter: (duration: string) => string;
  };
  readonly signOut: string;
  readonly refused: { readonly title: string; readonly lead: string; readonly todo: string };
  readonly title: string;
  readonly readAt: string;
  readonly refresh: string;
  readonly storeAway: string;
  readonly teamApplications: string;
  readonly noTeamApplications: string;
  readonly states: Readonly<
    Record<"good" | "renewing" | "in_doubt" | "held_back" | "problem" | "no_token", string>
  >;
  readonly facts: Readonly<
    Record<"version" | "fingerprint" | "age" | "ends" | "nextRenewal" | "foreign" | "problem", string>
  >;
  readonly noToken: string;
  readonly notPlanned: string;
  readonly ended: string;
  readonly soon: string;
  readonly inTime: (duration: string) => string;
  readonly consents: string;
  readonly consentColumns: Readonly<Record<"application", string> & Record<ConsentState, string>>;
  readonly renewals: string;
  readonly renewalsSummary: (counts: {
    readonly minted: number;
    readonly foreign: number;
    readonly failed: number;
  }) => string;
  readonly chartLabel: string;
  readonly series: Readonly<Record<"minted" | "foreign" | "failed", string>>;
  readonly asTable: string;
  readonly hour: string;
  readonly callers: string;
  readonly noCallers: string;
  readonly callerColumns: Readonly<Record<"name" | "id" | "rights" | "added" | "state", string>>;
  readonly rights: Readonly<Record<"token" | "report" | "users" | "proxy", string>>;
  readonly active: string;
  readonly revoked: string;
  readonly audit: string;
  readonly noAudit: string;
  readonly auditColumns: Readonly<
    Record<"at" | "application" | "kind" | "actor" | "version" | "detail", string>
  >;
  /** Kinds of audit entries in words; one that is not here is shown as it is. */
  readonly kinds: Readonly<Record<string, string>>;
}

/** The status page in English. */
export const en: Texts = {
  productName: "Token hub",
  skipToContent: "Skip to content",
  languageLabel: "Language",
  footer: "No token and no secret is ever shown on this page.",
  signIn: {
    title: "Sign in to the token hub",
    lead: "Use the password from the hub's configuration.",
    password: "Password",
    submit: "Sign in",
    problems: {
      wrong_password: "Wrong password.",
      too_many_attempts: "Too many attempts.",
      form_expired: "The form has expired or was sent from another site. Please try again.",
    },
    retryAfter: (duration) => `Try again in ${duration}.`,
  },
  signOut: "Sign out",
  refused: {
    title: "The status page needs a password",
    lead: "Without a password the hub shows this page only on a port of its own on 127.0.0.1, to browsers on the same machine.",
    todo: "Set status_password_file or status_password_env in the configuration to open the page here, or status_port to serve it on 127.0.0.1. Then restart the hub.",
  },
  title: "Status",
  readAt: "As of",
  refresh: "Refresh",
  storeAway: "The database cannot be reached right now. This page shows only what this process knows.",
  teamApplications: "Team tokens",
  noTeamApplications: "No application with team tokens is configured.",
  states: {
    good: "Good",
    renewing: "Renewing",
    in_doubt: "In doubt",
    held_back: "Held back",
    problem: "Problem",
    no_token: "No token",
  },
  facts: {
    version: "Version",
    fingerprint: "Fingerprint",
    age: "Age",
    ends: "Ends",
    nextRenewal: "Next renewal",
    foreign: "Renewals by other programs",
    problem: "Problem",
  },
  noToken: "There is no token yet.",
  notPlanned: "not planned",
  ended: "has ended",
  soon: "now",
  inTime: (duration) => `in ${duration}`,
  consents: "User consents",
  consentColumns: {
    application: "Application",
    good: "Good",
    ending: "Ending soon",
    required: "Consent needed again",
  },
  renewals: "Renewals of the last 24 hours",
  renewalsSummary: ({ minted, foreign, failed }) =>
    `Renewed by hubs ${minted}, by other programs ${foreign}, failed ${failed}.`,
  chartLabel: "Renewals per hour of the last 24 hours, as bars. The table below has the figures.",
  series: { minted: "By hubs", foreign: "By other programs", failed: "Failed" },
  asTable: "Show the figures as a table",
  hour: "Hour (UTC)",
  callers: "Callers",
  noCallers: "There are no callers yet. Add one with token-hub callers add.",
  callerColumns: { name: "Name", id: "Id", rights: "Rights", added: "Added", state: "State" },
  rights: { token: "token", report: "report", users: "users", proxy: "proxy" },
  active: "Active",
  revoked: "Revoked",
  audit: "Last entries of the audit trail",
  noAudit: "There are no entries yet.",
  auditColumns: {
    at: "Time (UTC)",
    application: "Application",
    kind: "What",
    actor: "Who",
    version: "Version",
    detail: "Details",
  },
  kinds: {
    minted: "Token renewed",
    mint_failed: "Renewal failed",
    unfounded_report: "False report: token is valid",
    confirmed_report: "Invalid token reported",
    foreign_refresher: "Renewed by another program",
    unreadable_token: "Token cannot be decrypted",
    caller_added: "Caller added",
    caller_revoked: "Caller revoked",
    consent_given: "Consent given",
    consent_ending: "Consent ends soon",
    consent_required: "Consent needed again",
    exchange_failed: "Exchange of a code failed",
    user_token_refreshed: "User token refreshed",
    refresh_failed: "Refresh of a user token failed",
    user_forgotten: "User deleted",
    unreadable_grant: "User tokens cannot be decrypted",
  },
};
