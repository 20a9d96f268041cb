import type { LineProblem } from "../read-participants.ts";

const problems: Readonly<Record<Exclude<LineProblem["code"], "twice">, string>> = {
  unnamed: "has neither a mail address nor a telephone number or code",
  email: "has a mail address that is none",
  phone: "has a telephone number that is none",
  language: "has a language that is none, such as de or zh-CN",
  until: "has a date that is none, such as 2026-12-31 18:00",
  too_long: "has a text of more than 200 characters",
  too_many_fields: "has more than 20 fields of its own",
  unreadable: "has letters that cannot be read: save the file as UTF-8",
  no_column: "has a value in no column that has a title of its own",
  quotes: "has a quotation mark without the second one, or in the middle of a cell",
};

/** The words of the pages about participants, in English. */
export const participantsEn = {
  title: "Participants",
  lead: "Each participant has a link of their own, which opens their answer in every browser and takes one answer. Mails are sent, or you copy the links.",
  count: (count: number) => (count === 1 ? "One participant" : `${count} participants`),
  none: "No one is invited yet.",
  only: "Only participants can answer",
  onlyHint: "Without this, everyone who has the address of the survey can answer as well.",
  anonymous: "Anonymous",
  anonymousHint:
    "Only participants answer, once each. Who has answered is known; who gave which answer is stored nowhere. Answers appear in mixed groups of at least five and have only a day; no files, no device, no language. It cannot be changed once somebody has answered.",
  thanks: "Thank by mail, with a copy of the answer",
  thanksHint:
    "To participants with a mail address who have not unsubscribed, once each, for the answers from now on.",
  isAnonymous:
    "This survey is anonymous: who has answered is known, who gave which answer is stored nowhere. It stays so, as somebody has answered.",
  isNotAnonymous: "This survey is not anonymous. It stays so, as somebody has answered.",
  linksEnd: "Links are open until",
  linksEndHint: (zone: string) =>
    `Empty: as long as the survey. In the time zone ${zone}. A participant can have a date of their own in the list, or in a column called until.`,
  until: "Open until",
  untilOf: (who: string) => `Until when the link of ${who} is open`,
  untilHint: (zone: string) => `Empty: like all links. In the time zone ${zone}.`,
  noEnd: "No end",
  ended: "ended",
  save: "Save",
  search: "Find a participant",
  caption: "Participants",
  who: "Participant",
  account: "With an account",
  state: "State",
  states: {
    added: "Not invited",
    invited: "Invited",
    opened: "Opened",
    started: "Started",
    answered: "Answered",
    refused: "Refused",
    bounced: "Address takes no mail",
  },
  byState: "By state",
  all: "All",
  stateOf: (state: string, count: number) => `${state}: ${count}`,
  mails: "Mails",
  link: "Link",
  remove: "Withdraw",
  removeOf: (who: string) => `Withdraw the link of ${who}`,
  addTitle: "Add participants",
  addText:
    "One in each line, such as ada@example.org, Ada – or a table as CSV whose first line names the columns: email, phone, code, name, language, until. Other columns are fields of your own.",
  contacts: "Add the team's contacts",
  contactsText:
    "Their mails go to the addresses of their accounts, which you do not see. Who has none gets a link that you can copy. Accounts that a program put on the list of the survey are participants too.",
  contactGroup: "Group",
  addContacts: "Add these contacts",
  people: "Participants",
  file: "Or a file",
  fileHint: "CSV in UTF-8, UTF-16, GB 18030 or Windows-1252, at most 5 MB.",
  look: "Preview",
  lookTitle: "Look before you add them",
  lookText: (count: number) =>
    count === 1 ? "One participant was read." : `${count} participants were read. The first of them:`,
  readAs: (encoding: string, delimiter?: string) =>
    `The table was read as ${encoding}${delimiter === undefined ? "" : `, with ${delimiter} between the cells`}. If letters look wrong, save the file as UTF-8 and choose it again.`,
  /** By the sign. */
  delimiters: { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars" },
  formulas:
    "These lines begin a cell as a formula begins. It is kept as text, and no export lets a spreadsheet compute it:",
  lineOf: (line: number, text: string) => `Line ${line}: ${text}`,
  columns: {
    email: "Mail address",
    phone: "Telephone number",
    code: "Code",
    name: "Name",
    language: "Language",
    until: "Link open until",
    own: "Own field",
  },
  columnIs: (title: string, field: string) => (title === "" ? field : `${title}: ${field}`),
  add: (count: number) => (count === 1 ? "Add the participant" : `Add ${count} participants`),
  problemsTitle: "Nothing was added. Correct these lines:",
  problem: ({ line, code, text, earlier = 0 }: LineProblem) => {
    const says = code === "twice" ? `names the same person as line ${earlier}` : problems[code];
    return `Line ${line} ${says}${text === "" ? "" : `: ${text}`}`;
  },
  further: (count: number) => `… and ${count} more`,
  tooLarge: "The file is larger than 5 MB.",
  missing: "Enter participants, or choose a file.",
  tooMany: (most: number) => `A survey can have at most ${most} participants.`,
  tooManyRead: (count: number, most: number) =>
    `${count} participants were read; a survey can have at most ${most}.`,
  notices: {
    added:
      "The participants were added. Those that were there already stayed as they were, but for the dates of their links.",
    removed: "The link was withdrawn and opens nothing any more.",
    saved: "Saved.",
    overtaken: "Nothing was changed: somebody has changed the settings of the survey meanwhile.",
    no_moment: "Nothing was changed: this is no date with a time.",
    answered: "Nothing was changed: somebody has answered meanwhile.",
    sent: "The mails are on their way.",
    tested: "The test mail is on its way to you.",
    stopped: "No more mails are written.",
  },
  fields: "Fields in the survey",
  fieldsText: (names: string) =>
    `Texts of the survey and of mails may have ${names} in braces; each participant sees their own. For everyone else they are left out.`,
  keepFields: "Also in conditions, and kept with answers",
  keepFieldsHint:
    "The fields become arguments of the survey, and columns of exports. Names of Latin letters and digits can be.",
  kept: (names: string) => `In conditions and kept with answers: ${names}`,
  fieldsAnonymous: "Conditions and answers of an anonymous survey know none of them.",
  links: "All links as CSV",
  mailTitle: "Write to participants",
  off: "This platform sends no mails. Copy the links, or save them as CSV.",
  kind: "Recipients",
  kinds: {
    invitation: "Those who were not invited yet",
    reminder: "Those who were invited and have not answered",
  },
  subject: "Subject",
  subjectOf: (title: string) => `Invitation: ${title}`,
  body: "Text",
  bodyHint: "{name} and the names of your own fields in braces are replaced. The link stands below the text.",
  bodyOf: (title: string) =>
    `Hello {name},\n\nplease take part in the survey “${title}”. It takes a few minutes.\n\nThank you!`,
  textIn: (name: string) => `The same in ${name}`,
  translationHint:
    "For those whose language this is. Leave subject and text empty to send them the text above.",
  at: "Send",
  atHint: (zone: string) => `Empty: now. In the time zone ${zone}.`,
  preview: "Preview",
  previewOf: (who: string) => `To ${who}`,
  test: "Send a test mail to me",
  noAddress: "Confirm a mail address in your account first.",
  send: "Send",
  mailProblems: {
    subject: "Write a subject of at most 150 characters.",
    body: "Write a text of at most 5,000 characters.",
    at: "This is no date with a time.",
    receivers: "There is no one to whom this would be sent.",
    closed: "Publish the survey first: its links would open nothing.",
  },
  mailings: "Mailings",
  mailing: (isReminder: boolean): string => (isReminder ? "Reminder" : "Invitation"),
  mailingState: { waiting: "Begins later", running: "Being sent", done: "Done" },
  queued: (count: number) => (count === 1 ? "one mail" : `${count} mails`),
  stop: "Stop",
  back: "All participants",
};
