import { privacyEn } from "./privacy-en.ts";
import {
  type LogicProblemCode,
  namesOfTypes,
  type PartDifference,
  type Problem,
  type RuleTextProblemCode,
  type TextProblem,
  type RowComparison,
} from "@survey-open-platform/surveys";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import type { Child } from "hono/jsx";
import { languagesEn } from "./languages-en.ts";
import { lookEn } from "./look-en.ts";
import { importingEn } from "./importing-en.ts";

type PartWords = Readonly<Record<PartDifference["kind"], (text: Child, before: Child) => Child>>;

const settings: Readonly<Record<string, string>> = {
  type: "type",
  description: "description",
  required: "required",
  hidden: "hidden",
  random: "order of the options",
  goto: "jump",
  code: "code for exports",
  maxlength: "limit",
  maxRow: "layout of the options",
  placeholder: "example inside the field",
  picture: "picture",
  validate: "rule for the text",
  starBeginNum: "lowest mark",
  starNum: "highest mark",
  starShowCustomStart: "meaning of the lowest mark",
  starShowCustomEnd: "meaning of the highest mark",
  rows: "height of the box",
  cols: "width of the box",
  file_type_limit: "types of files",
  file_size_limit: "size of files",
  levels: "levels",
  groups: "entries",
};

const option: PartWords = {
  added: (text) => ["option added: ", text],
  removed: (text) => ["option removed: ", text],
  renamed: (text, before) => ["option renamed: ", before, " is now ", text],
  moved: (text) => ["option moved: ", text],
  changed: (text) => ["option set differently: ", text],
};

const row: PartWords = {
  added: (text) => ["row added: ", text],
  removed: (text) => ["row removed: ", text],
  renamed: (text, before) => ["row renamed: ", before, " is now ", text],
  moved: (text) => ["row moved: ", text],
  changed: (text) => ["row set differently: ", text],
};

const blank: PartWords = {
  added: (text) => ["blank added: ", text],
  removed: (text) => ["blank removed: ", text],
  renamed: (text, before) => ["blank renamed: ", before, " is now ", text],
  moved: (text) => ["blank moved: ", text],
  changed: (text) => ["blank set differently: ", text],
};

/** What differs between two definitions of a survey, in English. */
const difference = {
  fields: {
    title: "The title of the survey",
    prefix: "The introduction",
    suffix: "The ending text",
    scene: "What the survey is used for",
    theme: "The look of the survey",
  },
  pagesAdded: (count: number) => (count === 1 ? "One page added" : `${count} pages added`),
  pagesRemoved: (count: number) => (count === 1 ? "One page removed" : `${count} pages removed`),
  pagesMoved: (count: number) => (count === 1 ? "One page moved" : `${count} pages moved`),
  rulesAdded: (count: number) => (count === 1 ? "One rule added" : `${count} rules added`),
  languageChanged: (name: string) => `Texts in ${name} changed`,
  rulesRemoved: (count: number) => (count === 1 ? "One rule removed" : `${count} rules removed`),
  shortly: {
    added: (name: string) => `brings back “${name}”`,
    removed: (name: string) => `removes “${name}”`,
    moved: (name: string) => `moves “${name}”`,
    changed: (name: string) => `changes “${name}”`,
  },
  andMore: (first: string, more: number) => `${first} and ${more} more`,
  untitledQuestion: "(no title)",
  questionAdded: (name: Child): Child => ["Added: ", name],
  questionRemoved: (name: Child): Child => ["Removed: ", name],
  questionChanged: (name: Child): Child => ["Changed: ", name],
  questionMoved: "moved",
  titleBefore: (before: Child): Child => ["was called ", before],
  settingsChanged: (names: readonly string[]) => `other settings: ${names.join(", ")}`,
  settings,
  parts: {
    option,
    row,
    blank,
  },
};

const keyboard: readonly (readonly [string, string])[] = [
  ["/ ?", "adds a question after or before a card"],
  ["↑ ↓", "go from card to card; → to what can be done to it"],
  ["Enter", "opens a card; Escape or another card saves and closes it"],
  ["Alt ↑ ↓", "moves a card"],
  ["Enter", "in an option: the next option; Backspace in an empty one removes it"],
];

/** Texts of the page on which a survey is edited, in English. */
const editing = {
  title: "Edit",
  notices: {
    created: "The survey was created. It is a draft: only you and your team see it.",
    saved: "Saved.",
    copy: "The question was copied.",
    remove: "The question was deleted. You can undo this.",
    "remove-page": "The page was deleted with its questions. You can undo this.",
    undone: "The last change was undone.",
    redone: "The change is back.",
  },
  othersTitle: "Somebody else changed this survey in the meantime",
  othersText: "Nothing was lost: your change was made on top of theirs. They changed:",
  noTitle: "(no title)",
  noQuestionTitle: "(no title)",
  editTexts: "Title, introduction and ending",
  editLook: "Look",
  editLanguages: (count: number) => (count === 1 ? "Languages" : `Languages (${count})`),
  editLogic: (rules: number) => (rules === 0 ? "Logic" : `Logic (${rules})`),
  undo: "Undo",
  redo: "Redo",
  page: (number: number) => `Page ${number}`,
  question: (number: number) => `Q${number}`,
  emptyPage: "This page has no question yet.",
  pageUp: "Move page up",
  pageDown: "Move page down",
  joinPage: "Join with the page before",
  removePage: "Delete page",
  addPage: "Add a page behind this one",
  add: "Add a question",
  insertBefore: (name: string) => `Insert before ${name}`,
  furtherParts: (count: number) => (count === 1 ? "… and one more" : `… and ${count} more`),
  savedInPlace: "Saved",
  offline:
    "Not saved: the platform cannot be reached. What you wrote stays here, and is sent again in a moment.",
  refused: "Not saved yet: please look at what is wrong below.",
  ended: "Not saved: your session has ended. What you wrote is still here.",
  signInAgain: "Sign in and save",
  failed: "Not saved: the platform refused this. What you wrote is still here.",
  showWhy: "Show why",
  preview: "Preview",
  keyboardTitle: "Keyboard",
  removeNamed: (name: string) => `Delete ${name}?`,
  removeNamedText:
    "These conditions and jumps name it. They are corrected: what is about this question is left out of them.",
  removeWithRules: "Delete it and correct these",
  keyboard,
  edit: "Edit",
  drag: "Drag to move",
  up: "Move up",
  down: "Move down",
  copy: "Copy",
  remove: "Delete",
  required: "required",
  hidden: "hidden",
  types: namesOfTypes("en"),
};

/** Texts of the form of one question, in English. */
const question = {
  title: "Edit question",
  newTitle: "New question",
  questionTitle: "Question",
  richText: "**bold** and [links](https://…) are possible.",
  description: "Remark",
  type: "Type",
  required: "Required",
  more: "More",
  done: "Done",
  leftOut: (count: number) =>
    count === 1
      ? "This type has no place for one part of the question, which is left out. Undo brings it back."
      : `This type has no place for ${count} parts of the question, which are left out. Undo brings them back.`,
  hidden: "Do not show this question",
  hiddenHint: "It stays in the results of earlier versions.",
  options: "Options",
  columns: "Columns",
  rows: "Rows",
  blanks: "Blanks",
  option: (number: number) => `Option ${number}`,
  row: (number: number) => `Row ${number}`,
  blank: (number: number) => `Blank ${number}`,
  picture: "Picture",
  pictureFile: "Picture of the question",
  pictureOfOption: "Picture of the option",
  optionPicture: (number: number) => `Picture of option ${number}`,
  removePicture: "Remove the picture",
  optionSettings: "More about this option",
  exclusive: "Rules out all other options",
  fixed: "Keeps its place when options are shuffled",
  optionGoto: "When chosen, go on with",
  tooManyPlaces: "With so many options and questions, what an option leads to is said in a rule:",
  optionDisplay: "When chosen, show",
  optionDisplayMore: "Also show",
  addOption: "Add an option",
  addRow: "Add a row",
  addBlank: "Add a blank",
  newOptions: "New options",
  newRows: "New rows",
  newBlanks: "New blanks",
  firstPartsHint: "One in each line.",
  firstPartsHintBlanks: "One in each line; ____ (four underscores) is a blank to fill in.",
  newPartsHint: "One in each line. To delete one above, empty its text.",
  newPartsHintBlanks:
    "One in each line; ____ (four underscores) is a blank to fill in. To delete one above, empty its text.",
  random: "Shuffle the options for each respondent",
  levels: "Names of the levels",
  levelsHint: "One in each line, such as Country, then City.",
  paths: "Choices",
  pathsHint: "One in each line, with a plus sign between the levels: China+Beijing",
  code: "Code for exports",
  codeHint: "A short name such as age or Q1, which no other question has. Exports can name columns by it.",
  partCodes: "Codes of options, rows and blanks",
  minChoices: "Fewest choices (0 for no limit)",
  maxChoices: "Maximum number of choices (0 for no limit)",
  layout: "Layout of the options",
  layoutList: "A list",
  layoutColumns: (count: number) => `${count} columns, fewer on small screens`,
  layoutDropdown: "A list that opens",
  placeholder: "Example inside the empty field",
  placeholderHint: "It goes as soon as somebody writes: what has to be known belongs in the remark.",
  maxLength: "Maximum number of characters (0 for no limit)",
  validate: "The text has to be",
  validateNone: "any text",
  validateNumber: "a number",
  validateEmail: "an e-mail address",
  boxRows: "Height of the box in lines",
  boxCols: "Width of the box in characters",
  lowest: "Lowest mark (0 or 1)",
  highest: "Highest mark (2 to 10)",
  lowestMeans: "What the lowest mark means",
  highestMeans: "What the highest mark means",
  fileTypes: "File name endings that are accepted",
  fileSize: "Largest file in KB",
  goto: "After this question, go on with",
  gotoHint: "The questions in between are skipped. Jumps of options come first.",
  gotoNext: "the next question",
  gotoEnd: "the end of the survey",
  displayNothing: "nothing more",
  save: "Save",
  conflictTitle: "Somebody else changed this at the same time",
  conflictText: "What you entered is still below. Save again to replace their change by yours. They changed:",
  conflictRemoved:
    "They deleted this question. What you entered is still below; save again to add the question again.",
  problems: {
    missing: "This must not be empty.",
    too_long: "This is too long.",
    repeated: "Two of them say the same.",
    code_taken: "Another one has this code already.",
    too_many: "These are too many.",
    not_a_number: "Enter a whole number.",
    out_of_range: "This number is too small or too large.",
    malformed: "This is not in the right form.",
  },
};

const scenes: Readonly<Record<string, string>> = {
  survey: "Survey",
  exam: "Exam",
  report: "Report",
  review360: "360° review",
  assessment: "Assessment",
  registration: "Registration",
  vote: "Vote",
  chain: "Chain sign-in",
};

/** Texts of the form with the texts of a survey, in English. */
const surveyTexts = {
  title: "Title and texts",
  surveyTitle: "Title",
  prefix: "Introduction",
  suffix: "Ending text",
  scene: "Used for",
  scenes,
  save: "Save",
};

/** Where a rule cannot be read, and why. */
export interface RuleProblemPlace {
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly says: string;
}

const problems: Readonly<Record<RuleTextProblemCode, string>> = {
  rule_expected: "A rule begins with if, branch or shuffle.",
  then_expected: "then is missing here.",
  action_expected: "show, hide or branch is missing here.",
  word_expected: "This word does not belong here. Rules look like: branch from Q1 to Q5, shuffle Q1~Q3.",
  test_expected: "A condition is missing here, such as Q1 = A2.",
  comparison_expected: "A comparison is missing here: =, !=, <, <=, >, >=, in, contains or answered.",
  value_expected:
    'A value is missing here: an option such as A2, a number, or a text in quotes such as "red".',
  place_expected: "A question or page is missing here, such as Q3 or P2.",
  option_expected: "An option is missing here, such as A2.",
  bracket_expected: "A bracket is missing here.",
  end_expected: "The rule should end here.",
  unknown_place: "There is no such question or page.",
  unknown_option: "The question has no such option.",
  unknown_part: "The question has no such row or blank.",
  not_a_question: "This is a page; a question is needed here.",
  malformed_argument: 'The name of a custom argument stands in quotes: arg("source").',
  malformed_number: "This number cannot be used here.",
  malformed_text: "This text is empty or too long.",
  too_deep: "Too many conditions stand inside each other.",
  too_long: "The line is too long.",
  too_many: "These are too many.",
  too_many_rules: "These are too many rules.",
};

const findings: Readonly<Record<LogicProblemCode, string>> = {
  unknown_place: "leads to a question or page that is not in the survey.",
  unknown_question: "asks about a question that is not in the survey.",
  unknown_option: "asks about an option that the question does not have.",
  unknown_part: "asks about a row or blank that the question does not have.",
  wrong_kind: "asks something that answers to this type of question do not say.",
  not_one_page: "shuffles questions of different pages; a range has questions of one page, or pages.",
  backward_range: "has a range that ends before it begins.",
  later_question: "asks about a question that comes later, which is not answered yet.",
  never_true: "can never be true.",
  backward_jump: "jumps backwards, which has no effect.",
  unreachable: "is shown to no respondent, whatever they answer.",
};

const help: readonly (readonly [string, string])[] = [
  ["if Q1 = A2 then show Q4", "Q4 is shown only to respondents who chose the second option of Q1."],
  ["if Q2 > 3 and not (Q1 in (A1, A3)) then hide P2", "The second page is hidden."],
  ['if Q3 contains "red" or count(Q5) >= 2 then show Q6', "Texts and the number of chosen options."],
  ["if Q6.R1 = A1 then branch from Q6 to Q9", "From the first row of a table; Q7 and Q8 are skipped."],
  ["if Q1 != A1 then branch from Q1 to END", "The survey ends after Q1."],
  ['if arg("source") = "mail" then show Q8', "A custom argument from the address of the survey."],
  ["shuffle Q3~Q5", "Each respondent gets these questions of a page, or pages, in another order."],
];

/** Texts of the page with the rules of a survey, in English. */
const logic = {
  title: "Logic",
  lead: "Rules decide which questions a respondent gets. Simple jumps can also be set at a question and at its options.",
  rules: "Rules",
  rulesHint: "One in each line.",
  noRules: "No rules",
  save: "Save the rules",
  problemCount: (count: number) =>
    count === 1 ? "One rule is not understood." : `${count} rules are not understood.`,
  problemAt: ({ line, column, found, says }: RuleProblemPlace) =>
    `Line ${line}, character ${column}${found === "" ? "" : ` (“${found}”)`}: ${says}`,
  problems,
  findings,
  rule: (number: number) => `Rule ${number}`,
  errorsTitle: "The logic has to be corrected before the survey is published",
  warningsTitle: "Please check this logic",
  helpTitle: "What rules look like",
  help,
  namesTitle: "Names of this survey",
  mapTitle: "The ways through the survey",
  mapName: "Map of the survey",
  mapEnd: "End",
  mapList: "The ways as a list",
  mapStraight: "Every respondent gets all questions in their order.",
  mapTooLarge: "The survey is too large to be drawn. The list has all its ways.",
  mapWays: {
    next: (from: string, to: string, _condition: string) => `${from} → ${to}`,
    jump: (from: string, to: string, condition: string) =>
      condition === "" ? `After ${from}, on to ${to}.` : `After ${from}, on to ${to} when: ${condition}.`,
    show: (from: string, to: string, condition: string) => `${from} shows ${to} when: ${condition}.`,
    hide: (from: string, to: string, condition: string) => `${from} hides ${to} when: ${condition}.`,
  },
  mapChange: "Change",
  mapTaken: "(on the way that is tried)",
  tryIt: "Try it with answers",
  tryNow: "Show the way",
};

const comparisons: Readonly<Record<RowComparison, string>> = {
  is: "is",
  is_not: "is not",
  number_is: "is the number",
  number_is_not: "is not the number",
  at_least: "is at least",
  at_most: "is at most",
  more: "is more than",
  less: "is less than",
  text_is: "is the text",
  text_is_not: "is not the text",
  contains: "contains",
  contains_not: "does not contain",
  count_is: "has as many choices as",
  count_at_least: "has at least this many choices:",
  count_at_most: "has at most this many choices:",
  answered: "is answered",
  not_answered: "is not answered",
};

/** Texts about when a question or page is shown, in English. */
const conditions = {
  title: "Conditions",
  heading: (name: string) => `When ${name} is shown`,
  shownWhen: "Shown when",
  shown: (condition: string) => `Shown when ${condition}`,
  hidden: (condition: string) => `Hidden when ${condition}`,
  asText: "a condition that rows cannot show",
  rules: "Rules as text",
  always: "It is shown to everybody who gets here.",
  addFirst: "Add a condition",
  change: "Change the condition",
  add: "Add a condition",
  addGroup: "Add a group of conditions",
  addToGroup: "Add a condition to this group",
  removeGroup: "Remove this group",
  groupName: (number: number) => `Group ${number}`,
  rowName: (number: number) => `Condition ${number}`,
  join: "How many have to be true",
  joins: { all: "all of them", any: "at least one of them" },
  between: { all: " and ", any: " or " },
  group: (text: string) => `(${text})`,
  row: (subject: string, comparison: string, value: string) => `${subject} ${comparison} ${value}`,
  argument: (name: string) => `Custom argument ${name}`,
  gone: "a question that is not in the survey",
  question: "Question",
  comparison: "Comparison",
  value: "Value",
  choose: "Choose …",
  remove: "Remove",
  redraw: "Show what can be compared",
  save: "Save the conditions",
  problem: "Choose or enter this.",
  conflict:
    "Somebody else changed when this is shown. What you entered is still below; save again to replace theirs.",
  comparisons,
};

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
    signedIn: "signed in",
    password: "with the password",
    once: { none: "as often as they like", browser: "once per browser", person: "once per account" },
    perAddress: (count: string) => `at most ${count} answers from one network address in 24 hours`,
    redirect: (host: string) => `sent on to ${host}`,
    noRedirect: "not sent on",
    changeable: "answers can be changed",
    final: "answers cannot be changed",
    customArguments: (count: number) =>
      count === 1 ? "1 custom argument is kept" : `${count} custom arguments are kept`,
  },
  momentHint: (zone: string) => `In the time zone ${zone}. Empty for no limit.`,
  onceHint: "Once by account needs respondents to sign in.",
  signInHint: "Then no website can show the survey in a frame.",
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
      title: "From a file of another system",
      text: "You see each question, and everything that changes, before anything is created.",
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
  creation,
  languages: languagesEn,
  look: lookEn,
  importing: importingEn,
  overview,
  publication,
  checks,
  difference,
  editing,
  question,
  surveyTexts,
  logic,
  conditions,
  settings: settingsEn,
  share,
  preview,
  privacy: privacyEn,
};

/** Every text of the workspace. */
export type WorkspaceTexts = TextsOf<typeof workspaceEn>;
