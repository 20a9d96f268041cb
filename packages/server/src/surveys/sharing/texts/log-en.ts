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
