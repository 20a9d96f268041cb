import type { Child } from "hono/jsx";

/** Texts of the comments on a survey, in English. */
export const commentsEn = {
  title: "Comments",
  lead: "Comments are for people who work on the survey; respondents do not see them.",
  about: "About",
  everything: "Everything",
  answer: (serial: number) => `Answer ${serial}`,
  gone: "A question that is not in the survey any more",
  text: "Comment",
  textHint: "@username writes a mail to that person, if they can see the survey.",
  mention: "Who gets a mail",
  mentionHint: "A username of somebody who can see the survey. Optional.",
  backToQuestion: "Back to the question",
  submit: "Comment",
  state: { open: "Open", resolved: "Resolved" },
  show: "Show",
  by: (author: Child, at: Child): Child => [author, ", ", at],
  resolve: "Resolve",
  reopen: "Open again",
  delete: "Delete",
  emptyTitle: "No comments",
  emptyText: "Comments on questions and answers are listed here.",
  notices: {
    added: "The comment is there.",
    resolved: "Resolved.",
    reopened: "The comment is open again.",
    deleted: "The comment is deleted.",
  },
  untold: (names: string) =>
    `No mail was written to ${names}: there is no one of that name who can see the survey.`,
  problems: {
    empty: "Write something.",
    long: "A comment has at most 2,000 characters.",
    malformed: "The comment has characters that cannot be stored.",
    mention: "This is no username.",
    subject: "Choose what the comment is about.",
    many: "There is no such answer any more, or the survey has as many comments as it can.",
  },
};

/** Texts of the pages on which a survey gets another owner, in English. */
export const handOverEn = {
  title: "Hand over",
  text: "Give the survey with its answers to another person or a team.",
  heading: (name: Child): Child => ["Hand ", name, " over?"],
  consequences: [
    "A person becomes its owner once they accept; a team of yours at once.",
    "Answers, participants, settings and links for respondents stay as they are.",
    "Your applications lose it: consents, tokens and requests of agents no longer reach it. Webhooks that applications added are switched off, and yours too unless you may still edit it.",
  ],
  person: "Username or mail address",
  personHint: "Of somebody with an account here. An address counts once it is confirmed.",
  team: "Or a team of yours in which you may create surveys",
  noTeam: "No team",
  keeps: "What you may do afterwards",
  keepsNothing: "Nothing beyond your role in the team",
  submit: "Hand over",
  problems: {
    unknown: "There is no account with this username, or no single one with this confirmed address.",
    nothing: "Enter a person, or choose a team.",
    owner: "The survey already belongs to them.",
  },
  waiting: (name: Child): Child => ["The survey is offered to ", name, ", who has not accepted yet."],
  withdraw: "Withdraw the offer",
  offerTitle: "Offered survey",
  offerHeading: (survey: Child): Child => ["Accept the survey ", survey, "?"],
  offerFrom: (person: Child): Child => ["It comes from ", person, "."],
  offerAnswers: (count: number) =>
    count === 1
      ? "It has one answer, which becomes yours too."
      : `It has ${count} answers, which become yours too.`,
  offerDuty: "From then on you decide about what respondents wrote, and about their data.",
  accept: "Accept",
  decline: "Decline",
};

/** Texts of the page with whom a survey is shared, in English. */
export const peopleEn = {
  title: "People who work on it",
  lead: "Others reach the survey on the pages of this platform only: a token of an application reads the surveys of its own user alone.",
  owner: (name: Child): Child => ["The survey belongs to ", name, "."],
  caption: "With whom the survey is shared",
  who: "Who",
  role: "May",
  since: "Since",
  actions: "Actions",
  team: "Team",
  none: "The survey is shared with no one.",
  roles: {
    see: "See results",
    edit: "Edit",
    manage: "Manage",
  },
  rolesInWords: [
    "See results: the overview, results, single answers and exports.",
    "Edit: also the questions, settings, participants and webhooks, and publishing.",
    "Manage: also delete answers, and share the survey. Deleting it and handing it over stay with its owner.",
  ],
  roleOf: (name: string) => `What ${name} may do`,
  change: "Change",
  changeOf: (name: string) => `Change what ${name} may do`,
  end: "Remove",
  endOf: (name: string) => `Remove ${name}`,
  add: "Share with somebody",
  person: "Username or mail address",
  personHint: "Of somebody with an account here. An address counts once it is confirmed.",
  orTeam: "Or a team of yours",
  noTeam: "No team",
  submit: "Share",
  problems: {
    unknown: "There is no account with this username, or no single one with this confirmed address.",
    nothing: "Enter a person, or choose a team.",
    owner: "The survey already belongs to them.",
    many: "The survey is shared with as many as possible.",
  },
  notices: {
    shared: "Saved. It counts from now on.",
    ended: "Removed. It counts from their next request on.",
  },
};

/** What an entry of the log is about: values as they are shown, "" for those that it does not have. */
export interface LogFacts {
  readonly value: (name: string) => string;
  /** What was set differently, each with its name and value. */
  readonly changes: readonly string[];
}

/** What an entry says, in words. */
export type LogWords = (facts: LogFacts) => string;

const settings: Readonly<Record<string, string>> = {
  started_at: "answers from",
  end_at: "answers until",
  answer_limit: "maximum number of answers",
  once: "how often one person can answer",
  sign_in: "respondents sign in",
  login_check: "respondents sign in",
  is_answer_only_once: "one answer for each person",
  allow_update: "respondents may change their answer",
  is_allow_update_answer: "respondents may change their answer",
  address_limit: "answers from one network address",
  address_days: "days for which network addresses are kept",
  redirect_url: "address to go on to",
  custom_arguments: "custom arguments",
  embed_origins: "websites that may show it in a frame",
  password_changed: "password",
  only_listed: "only people on the list",
  only_participants: "only participants",
  links_end_at: "links of participants until",
};

const once: Readonly<Record<string, string>> = {
  none: "any number of times",
  browser: "once per browser",
  person: "once per account",
};

const states: Readonly<Record<string, string>> = {
  paused: "paused collecting answers",
  collecting: "resumed collecting answers",
};

const roles: Readonly<Record<string, string>> = {
  see: "can see results",
  edit: "can edit",
  manage: "can manage",
};

const actions: Readonly<Record<string, LogWords>> = {
  "survey.created": () => "created the survey",
  "survey.draft_changed": () => "edited the survey",
  "survey.published": ({ value }) => `published version ${value("version")}`,
  "survey.settings_changed": ({ value, changes }) =>
    states[value("state")] ??
    (changes.length === 0 ? "saved the settings" : `changed the settings: ${changes.join("; ")}`),
  "survey.labelled": ({ value }) =>
    value("labels") === "" ? "removed the labels" : `set the labels: ${value("labels")}`,
  "survey.binned": () => "moved the survey into the bin",
  "survey.restored": () => "restored the survey from the bin",
  "survey.default_look_set": () => "made the look the one that new surveys begin with",
  "survey.default_look_removed": () => "removed the look that new surveys begin with",
  "survey.answers_imported": () => "imported answers",
  "survey.respondents_allowed": ({ value }) => `put respondents on the list: ${value("respondents")}`,
  "survey.respondents_disallowed": ({ value }) => `took respondents off the list: ${value("respondents")}`,
  "survey.publish_asked": () => "asked to publish the survey",
  "survey.publish_confirmed": ({ value }) => `confirmed that ${value("client")} publishes the survey`,
  "survey.publish_declined": ({ value }) => `declined that ${value("client")} publishes the survey`,
  "survey.pause_asked": () => "asked to pause the survey",
  "survey.pause_confirmed": ({ value }) => `confirmed that ${value("client")} pauses the survey`,
  "survey.pause_declined": ({ value }) => `declined that ${value("client")} pauses the survey`,
  "survey.delete_asked": () => "asked to delete the survey",
  "survey.delete_confirmed": ({ value }) => `confirmed that ${value("client")} deletes the survey`,
  "survey.delete_declined": ({ value }) => `declined that ${value("client")} deletes the survey`,
  "survey.shared": ({ value }) => `shared the survey with ${value("with")}: ${roles[value("role")] ?? ""}`,
  "survey.unshared": ({ value }) => `no longer shares the survey with ${value("with")}`,
  "results_link.created": () => "made a link to results",
  "results_link.withdrawn": () => "withdrew a link to results",
  "answer_sheet.created": () => "made a secret address of the answers",
  "answer_sheet.withdrawn": () => "withdrew a secret address of the answers",
  "survey.offered": ({ value }) => `offered the survey to ${value("to")}`,
  "survey.offer_withdrawn": () => "withdrew the offer of the survey",
  "survey.offer_declined": () => "declined the offer of the survey",
  "survey.handed_over": ({ value }) => `the survey was handed over to ${value("to")}`,
  "results_chart.chosen": () => "chose the chart of a question",
  "results_filter.saved": ({ value }) => `saved the filter ${value("name")}`,
  "results_filter.deleted": ({ value }) => `deleted the filter ${value("name")}`,
  "results_report.saved": () => "changed the report of the results",
  "comment.added": () => "wrote a comment",
  "comment.resolved": () => "resolved a comment",
  "comment.reopened": () => "opened a comment again",
  "comment.deleted": () => "deleted a comment",
  "survey.privacy_changed": () => "changed privacy and consent",
  "answers.expired": () => "answers were deleted, as they had been kept long enough",
  "answer.deleted": ({ value }) => `deleted answer ${value("answer_id")}`,
  "answers.exported": ({ value }) => `exported the answers (${value("format")})`,
  "participants.added": ({ value }) => `added participants: ${value("participants")}`,
  "participant.removed": () => "removed a participant",
  "participants.ends_changed": ({ value }) => `changed until when links are open: ${value("participants")}`,
  "participants.links_downloaded": ({ value }) =>
    `downloaded the links of participants: ${value("participants")}`,
  "participants.mailed": ({ value }) =>
    value("reminder") === "yes" ? "sent a reminder to participants" : "sent invitations to participants",
  "webhook.created": ({ value }) => `added a webhook to ${value("host")}`,
  "webhook.changed": ({ value }) => `changed the webhook to ${value("host")}`,
  "webhook.deleted": ({ value }) => `deleted the webhook to ${value("host")}`,
  "webhook.secret_replaced": () => "replaced the secret of a webhook",
};

/** Texts of the log of a survey, in English. */
export const logEn = {
  title: "Log",
  lead: "Who changed what in this survey. Edits of one person within ten minutes are one entry.",
  caption: "Changes of the survey",
  when: "When",
  who: "Who",
  what: "What",
  person: "Changes of",
  everyone: "Everyone",
  show: "Show",
  emptyTitle: "No changes yet",
  emptyText: "Changes of the survey are listed here.",
  noMatchText: "There are no changes of this person.",
  platform: "The platform",
  operator: "The operator",
  through: (person: string, application: string) => `${person}, through ${application}`,
  yes: "yes",
  no: "no",
  none: "none",
  changed: "changed",
  setting: (name: string, value: string) => `${name}: ${value}`,
  settings,
  once,
  actions,
  other: (action: string) => `another change (${action})`,
};
