import type { Problem, TextProblem, ImportLoss, ImportLossCode } from "@survey-open-platform/surveys";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import { differenceEn } from "./difference-en.ts";
import { deletionEn, previewEn, settingsEn, shareEn } from "./settings-en.ts";
import { logicEn } from "./logic-en.ts";
import { editingEn, questionEn, surveyTextsEn } from "./editing-en.ts";

const list = {
  title: "Surveys",
  create: "Create a survey",
  owners: "Whose surveys",
  search: "Search by title",
  state: "State",
  everyState: "Every state",
  caption: "Surveys",
  name: "Title",
  answers: "Answers",
  questions: "Questions",
  updated: "Changed",
  emptyTitle: "No survey yet",
  emptyText: "Create one from nothing, from a template, or from a text that you paste.",
  emptyTextOfMember: "Surveys of this team that you created are listed here.",
  noMatchTitle: "No survey found",
  noMatchText: "No survey here has this text in its title, or is in this state.",
  notices: { deleted: "The survey was deleted, with its answers." },
};

const templates: Readonly<Record<string, string>> = {
  "customer-satisfaction": "Six questions about a purchase, with a rating table and a net promoter score.",
  "event-registration": "Two pages: who comes, to which sessions, and what they eat.",
  "employee-pulse": "Workload, agreement, mood and what matters, for a team at work.",
  "course-feedback": "What participants think of a course and its trainer.",
  "group-vote": "A group finds a day and a place.",
};

const importLosses: Readonly<Record<ImportLossCode, (what: string) => string>> = {
  type: (what) => `left out, as there are no questions of the type ${what}`,
  setting: (what) => `${what} is left out`,
  condition: (what) => `always shown, as no rule can say: ${what}`,
  format: (what) => `formatting is left out: ${what}`,
  languages: (what) => `texts of one language only, of: ${what}`,
  piping: (what) => `respondents read ${what} as it is, and no answer in its place`,
  length: (what) => `cut, as it is longer than it can be here: ${what}`,
  repeated: (what) => `numbered, as two choices say the same: ${what}`,
  question: (what) => `left out, as this question ${what}`,
  limit: (what) => `left out, as there can be no more here: ${what}`,
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
    surveyjs: {
      title: "From SurveyJS",
      text: "Paste the JSON of a survey of SurveyJS. What cannot be carried over is listed before anything is created.",
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
  surveyJsField: "JSON of the survey of SurveyJS",
  surveyJsHint: "As its creator shows it in the JSON editor.",
  lossesTitles: {
    surveyjs: (count: number) =>
      count === 1 ? "One thing is not carried over" : `${count} things are not carried over`,
    text: (count: number) =>
      count === 1 ? "One line may not mean what you meant" : `${count} lines may not mean what you meant`,
  },
  further: (count: number) => `… and ${count} more`,
  loss: ({ at, code, what }: ImportLoss) => `${at === "" ? "" : `${at}: `}${importLosses[code](what)}`,
  createAllTheSame: {
    surveyjs: "Create the survey without these",
    text: "Create the survey as it was read",
  },
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

/** Every text of the workspace, in English. */
export const workspaceEn = {
  list,
  creation,
  overview,
  publication,
  difference: differenceEn,
  editing: editingEn,
  question: questionEn,
  surveyTexts: surveyTextsEn,
  logic: logicEn,
  settings: settingsEn,
  share: shareEn,
  preview: previewEn,
  deletion: deletionEn,
};

/** Every text of the workspace. */
export type WorkspaceTexts = TextsOf<typeof workspaceEn>;
