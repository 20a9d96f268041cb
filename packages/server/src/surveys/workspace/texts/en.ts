import { editingEn } from "./editing-en.ts";
import { logicEn } from "./logic-en.ts";
import { privacyEn, languagesEn, lookEn, importingEn } from "./pages-en.ts";
import { type Problem, type TextProblem } from "@survey-open-platform/surveys";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import type { Child } from "hono/jsx";

/** Texts of the settings of a survey, in English. */
const settingsEn = {
  title: "Settings",
  saved: "Saved. The settings hold from now on, for every version.",
  when: "When answers are accepted",
  who: "Who can answer",
  afterwards: "After answering",
  fields: {
    started_at: "From",
    end_at: "Until",
    answer_limit: "Maximum number of answers",
    once: "How often one person can answer",
    sign_in: "Respondents have to sign in",
    allow_update: "Respondents may change their answer afterwards",
    password: "Password of the survey",
    no_password: "Remove the password",
    redirect_url: "Address to go on to",
    address_limit: "Maximum number of answers from one network address in 24 hours",
    address_days: "Days for which network addresses are kept",
    custom_arguments: "Custom arguments",
    embed_origins: "Websites that may show the survey in a frame",
  },
  onlyListed: (count: number) => `Only people on the list may answer (${count} on it)`,
  now: {
    comma: ", ",
    sentence: (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
    draft: "not published yet",
    paused: "paused",
    from: (at: string) => `from ${at}`,
    until: (at: string) => `until ${at}`,
    noEnd: "without an end",
    anyNumber: "any number of answers",
    atMost: (count: string) => `at most ${count} answers`,
    everyone: "everyone with the address",
    listed: (count: number) => `only people on the list (${count} on it)`,
    participants: "only participants",
    signedIn: "signed in",
    password: "with the password",
    once: { none: "as often as they like", browser: "once per browser", person: "once per account" },
    perAddress: (count: string) => `at most ${count} answers from one network address in 24 hours`,
    framed: (hosts: string) => `in frames of ${hosts}`,
    addresses: (days: number) =>
      days === 0
        ? "network addresses are not kept"
        : `network addresses are kept for ${days} ${days === 1 ? "day" : "days"}`,
    redirect: (host: string) => `sent on to ${host}`,
    noRedirect: "not sent on",
    changeable: "answers can be changed",
    final: "answers cannot be changed",
    customArguments: (count: number) =>
      count === 1 ? "1 custom argument is kept" : `${count} custom arguments are kept`,
  },
  momentHint: (zone: string) => `In the time zone ${zone}. Empty for no limit.`,
  onceHint: "Once by account needs respondents to sign in.",
  signInHint: "Not together with websites that may show the survey in a frame.",
  limitHint: "Empty for no limit.",
  once: { none: "as often as they like", browser: "once in each browser", person: "once, by their account" },
  passwordIs: "There is a password. Leave this empty to keep it.",
  passwordNone: "Empty for no password.",
  passwordChanged: "changed",
  isOn: "yes",
  isOff: "no",
  isEmpty: "empty",
  daysHint: "They help against abuse. 0 keeps none.",
  redirectHint: "Respondents are sent there after their answer, with wj_answer_id_hash. Empty for nowhere.",
  embedHint:
    "One in each line, such as https://www.example.com. Empty for none. Not for surveys that respondents sign in for.",
  argumentsHint:
    "Parameters of the address that are kept with the answer, such as source. One in each line: the name, a space, what it is for.",
  save: "Save the settings",
  danger: "Delete this survey",
  dangerText: "It goes into the bin with its answers. You can restore it for 30 days.",
  delete: "Delete the survey",
  problems: {
    moment: "Enter a date and time such as 2026-11-30 18:00.",
    window: "This must be after the beginning.",
    limit: "Enter a whole number from 1, or nothing.",
    days: "Enter a whole number from 0 to 3650.",
    address: "Enter an address that begins with https:// or http://.",
    password: "This password is too long.",
    again: "Enter the password again: this page does not show it.",
    argument:
      "Names have letters, digits, dots, hyphens and underscores, at most 64, each name once. The address has answer, channel, lang and page already.",
    origin: "Enter addresses such as https://www.example.com, without a path, at most 20.",
    embed_without_sign_in: "A survey that respondents sign in for cannot be in a frame.",
    person_needs_sign_in: "This needs respondents to sign in.",
  },
};

/** Texts of the page that shows how respondents get to a survey, in English. */
const share = {
  title: "Share",
  closed: {
    notPublished: "This survey is not published yet. Its address shows respondents that it is not open.",
    notStarted:
      "This survey does not collect answers yet. Its address shows respondents that it is not open.",
    paused: "This survey is paused. Its address shows respondents that it does not accept answers.",
  },
  address: "Address for respondents",
  open: "Open it as respondents see it",
  shareOn: "Share it with an app of this device…",
  parameters: "With custom arguments, whose values are kept with each answer:",
  qrCode: "QR code",
  qrCodeText: "For posters and slides. It has the address and nothing else.",
  qrPng: "Download as PNG",
  qrSvg: "Download as SVG",
  qrCodeLabel: "QR code with the address of the survey",
  link: "Link for your own page",
  linkText: "Paste this into the HTML of your page.",
  embedding: "Survey in your own page",
  embeddingText: (sites: string) =>
    `Paste this into the HTML of a page of ${sites}. It shows the survey in a frame; the channel of its answers is embed.`,
  embeddingNone: "No website may show this survey in a frame yet.",
  embeddingNames: "Name the websites under Settings",
  embeddingBound:
    "A survey that respondents sign in for, or with a list of respondents, cannot be in a frame: link to it.",
  linkWords: "Answer the survey",
  people: "People who work on it",
  peopleText: "Let others see the results, edit the survey or manage it.",
};

/** Texts around the preview of a survey, in English. */
const preview = {
  title: (title: string) => `Preview – ${title}`,
  notStored:
    "Preview of the draft: respondents see this page without this bar. Nothing that you enter is kept.",
  back: "Back to the survey",
  again: "Begin again",
  width: "Width of the preview",
  widths: { phone: "Phone", desktop: "Desktop" },
  end: "The end of the survey",
  noSuffix: "Respondents see a word of thanks. You can write an ending text of your own.",
};

const templates: Readonly<Record<string, string>> = {
  "customer-satisfaction": "Six questions about a purchase, with a rating table and a net promoter score.",
  "event-registration": "Two pages: who comes, to which sessions, and what they eat.",
  "employee-pulse": "Workload, agreement, mood and what matters, for a team at work.",
  "course-feedback": "What participants think of a course and its trainer.",
  "group-vote": "A group finds a day and a place.",
};

const creation = {
  title: "Create a survey",
  ways: {
    blank: { title: "Empty survey", text: "Begin with a title, and add questions one by one." },
    template: { title: "From a template", text: "Begin with a survey of ours, and change what you like." },
    text: {
      title: "From a text",
      text: "Paste or write all questions at once. Lines under a question are its options.",
    },
    json: {
      title: "From JSON",
      text: "Paste a survey that was saved as JSON, here or on another platform. Its rules and ids are kept.",
    },
    file: {
      title: "From a file",
      text: "A survey of another system, a Word document, or an archive of this platform. You see each question, and everything that changes, before anything is created.",
    },
    copy: {
      title: "Copy of a survey",
      text: "Begin with the questions of one of your surveys. Answers and settings are not copied.",
    },
  },
  templates,
  templateField: "Template",
  owner: "Belongs to",
  ownerHint: "Surveys of a team are visible to its administrators.",
  ownerSelf: "Me",
  titleField: "Title",
  titleHint: "Respondents see it. You can change it later.",
  titleOfCopyHint: "Left empty, it is “Copy of” and the title of the survey. You can change it later.",
  copyTitle: (title: string) => `Copy of ${title}`,
  surveyLabel: (title: string, state: string, changed: string) => `${title} (${state}, changed ${changed})`,
  textField: "Text of the survey",
  textHint:
    "First line the title, an empty line, an introduction, an empty line, then the questions, each with its type in brackets.",
  jsonField: "JSON of the survey",
  jsonHint: "As the overview of a survey offers it for download. What is left out has its default.",
  jsonProblem: ({ path, message }: Problem) =>
    path.length === 0 ? `This ${message}.` : `${path.join(".")}: ${message}.`,
  lossesTitle: (count: number) =>
    count === 1 ? "One line may not mean what you meant" : `${count} lines may not mean what you meant`,
  further: (count: number) => `… and ${count} more`,
  createAllTheSame: "Create the survey as it was read",
  textExample: "Show an example",
  textProblem: ({ line, message }: TextProblem) => `Line ${line}: ${message}.`,
  textProblems: (count: number) =>
    count === 1
      ? "One line of the text is not understood."
      : `${count} lines of the text are not understood.`,
  copyField: "Survey to copy",
  submit: "Create the survey",
  problems: {
    title_missing: "Enter a title.",
    title_malformed: "The title must be at most 1,000 characters long.",
  },
};

const overview = {
  notices: {
    published: "Published. Respondents see this version from now on.",
    conflict:
      "Nothing was published: somebody else changed the survey in the meantime. Look at it, and publish it again.",
    paused: "Paused. Respondents see that the survey does not accept answers at the moment.",
    collecting: "The survey collects answers again.",
    restored: "The survey is back from the bin. Respondents can answer it when you resume collecting.",
  },
  edit: "Edit the questions",
  address: "Address for respondents",
  addressText: "Anyone with this address can answer.",
  addressPaused: "At the moment the survey does not accept answers.",
  share: "QR code and code for your own page",
  changeState: { paused: "Pause collecting", collecting: "Resume collecting" },
  start: "Start collecting",
  facts: "At a glance",
  answers: "Answers",
  questions: "Questions",
  pages: "Pages",
  owner: "Belongs to",
  ownerSelf: "Me",
  created: "Created",
  updated: "Changed",
  version: (number: number) => `Version ${number}`,
  copy: "Copy this survey",
  json: "Download as JSON",
  text: "Download as text",
};

const publication = {
  firstTitle: "Not published yet",
  firstText: "Respondents can answer once you publish. You can change the survey later and publish again.",
  title: "Changes that are not published",
  summary: (count: number) =>
    count === 1 ? "Publishing would change one thing" : `Publishing would change ${count} things`,
  upToDate: (version: number) => `Everything is published (version ${version}).`,
  publishFirst: "Publish the survey",
  publish: "Publish the changes",
  obstacles: {
    no_question: "Add a question before you publish.",
    unfinished:
      "Questions without a title of their own, or without options, rows or blanks, cannot be answered. Complete or delete them before you publish:",
    logic:
      "A rule or jump refers to something that is not in the survey. Correct the logic before you publish.",
  },
};

const checks = {
  title: (count: number) => (count === 1 ? "One thing to look at first" : `${count} things to look at first`),
  endless: "The survey has no end: it collects answers until you pause it.",
  noEnding: "The survey has no ending text: respondents see a plain word of thanks.",
  noPictureText: "A picture has no text for people who do not see it.",
  ofQuestion: {
    unreachable: (title: Child): Child => ["No respondent gets to ", title, "."],
    no_picture_text: (title: Child): Child => [
      "A picture of ",
      title,
      " has no text for people who do not see it.",
    ],
    options_alike: (title: Child): Child => ["Two options or rows of ", title, " are alike."],
  },
  halfFilled: (count: number, version: number) =>
    count === 1
      ? `One person is in the middle of answering, and finishes version ${version} as it is. The changes are for people who begin later.`
      : `${count} people are in the middle of answering, and finish version ${version} as it is. The changes are for people who begin later.`,
};

/** Every text of the workspace, in English. */
export const workspaceEn = {
  ...editingEn,
  ...logicEn,
  creation,
  languages: languagesEn,
  look: lookEn,
  importing: importingEn,
  overview,
  publication,
  checks,
  settings: settingsEn,
  share,
  preview,
  privacy: privacyEn,
};

/** Every text of the workspace. */
export type WorkspaceTexts = TextsOf<typeof workspaceEn>;
