import type { Child } from "hono/jsx";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import { crossEn as cross } from "./cross-en.ts";

const questions = {
  comments: "Comments",
  commentsOn: (title: string) => `Comments on ${title}`,
  title: "Questions",
  answered: (count: string): string => `Answered by ${count}`,
  chart: (question: string): string => `Chart of the answers to: ${question}`,
  table: (question: string): string => `Answers to: ${question}`,
  answeredHeader: "Answered",
  showTable: "Show as a table",
  option: "Option",
  row: "Row",
  cell: "Cell",
  count: "Count",
  share: "Share",
  mean: "Mean",
  median: "Median",
  deviation: "Standard deviation",
  least: "Least",
  greatest: "Greatest",
  ranges: "Each range begins with its first number and ends before its last.",
  newest: (count: string): string =>
    `The figures and the chart are of the newest ${count} answers to this question.`,
  meanPlace: "Mean place",
  place: (place: number): string => `Place ${place}`,
  archived: "removed",
  netPromoterScore: "Net promoter score",
  promoters: "Promoters (9 and 10)",
  passives: "Passives (7 and 8)",
  detractors: "Detractors (0 to 6)",
  none: "No answers to this question yet.",
  charts: {
    bars: "Bars",
    columns: "Columns",
    line: "Line",
    pie: "Pie",
    donut: "Ring",
    stacked: "Stacked bars",
  },
  download: { svg: "Save as SVG", png: "Save as PNG" },
  more: (count: string): string => `… and ${count} more`,
};

const overview = {
  title: "Results",
  anonymous: (waiting: number, count: string): string =>
    `This survey is anonymous: answers are shown in mixed groups of at least five, with the day of the group. ${waiting === 0 ? "No answer waits." : waiting === 1 ? "One more answer waits." : `${count} more answers wait.`} Five go on waiting until the survey ends.`,
  answers: "Answers",
  medianDuration: "Median duration",
  overTime: "Answers over time",
  chart: "Chart of the answers over time",
  most: {
    hour: (count: string): string => `At most ${count} an hour`,
    day: (count: string): string => `At most ${count} a day`,
    month: (count: string): string => `At most ${count} a month`,
  },
  table: { hour: "Answers by hour", day: "Answers by day", month: "Answers by month" },
  period: { hour: "Hour", day: "Day", month: "Month" },
  devices: "Devices",
  device: "Device",
  deviceNames: { phone: "Phone", tablet: "Tablet", desktop: "Computer", bot: "Program", other: "Other" },
  channels: "Channels",
  languages: "Languages",
  language: "Language",
  channel: "Channel",
  channelNames: { link: "Link", qr: "QR code", embed: "Embedded page", api: "API", file: "Declarative file" },
  dropOff: "Where people stop",
  dropOffText: (count: string): string =>
    `Forms that were begun and not sent, by the page that was open last: ${count}. For 14 days they can still be sent.`,
  page: "Page",
  pageName: (number: number): string => `Page ${number}`,
  emptyTitle: "No answers yet",
  emptyText: "Results appear here as soon as the first answer is sent.",
  emptyFilterTitle: "No answers match",
  emptyFilterText: "Change the filter, or remove it.",
};

const live = {
  live: "Live",
  lost: "Not up to date: the connection is lost, or your access has ended. Load the page again.",
};

const filter = {
  title: "Filter",
  from: "From",
  to: "Up to and including",
  version: "Version",
  everyVersion: "Every version",
  versionName: (version: number): string => `Version ${version}`,
  conditions: "Only answers that meet these conditions",
  everyAnswer: "No conditions: every answer counts.",
  submit: "Apply",
  clear: "Remove the filter",
  saved: "Saved filters",
  saveName: "Keep this filter as",
  nameProblems: {
    empty: "Enter a name for the filter.",
    long: (most: string): string => `Use at most ${most} characters.`,
    many: (most: string): string => `A survey has at most ${most} saved filters. Delete one first.`,
  },
  save: "Save the filter",
  delete: (name: string): string => `Delete the saved filter “${name}”`,
  cutWithinHour:
    "Answers are counted by full hours. Days in your time zone begin within one, so each is counted from the beginning of that hour.",
  partial: (count: string): string =>
    `With this filter only the newest ${count} answers are counted. Exports have all of them.`,
};

const compare = {
  title: "Two groups side by side",
  text: "Shows each question for two groups: those who chose something, or the answers of a saved filter.",
  none: "Two groups need a question with options or marks, or two saved filters.",
  first: "First group",
  second: "Second group",
  submit: "Compare",
  filter: (name: string): string => `Saved filter: ${name}`,
  answers: (count: string): string => `${count} answers`,
  answered: (first: string, second: string): string => `Answered by ${first} and ${second}`,
  difference: "Difference",
  points: (points: string): string => `${points} percentage points`,
};

const report = {
  title: "Report for printing",
  text: "A report for paper or as a PDF: the questions that you choose, each with its chart and table, and what you say about them.",
  note: "Introduction",
  noteHint: "Stands before the questions.",
  comment: "Comment",
  save: "Save",
  open: "Save and open for printing",
  saved: "Saved.",
  tooLong: "Use at most 5,000 characters.",
  printHint: "Print this page with your browser, or save it as a PDF. This line is not printed.",
  change: "Change the report",
  answers: (count: string): string => `${count} answers,`,
  filtered: "Only a part of the answers: those that a filter lets through.",
};

const texts = {
  title: "Texts",
  all: "All texts and frequent words",
  search: "Search in these texts",
  list: "Texts, the newest first",
  answer: "Answer",
  ended: "Sent",
  text: "Text",
  words: "Frequent words",
  wordsText: (answers: string): string =>
    `In the newest ${answers} answers with a text. A word leads to the texts that have it.`,
  noWords: "No word is in two answers yet.",
  results: "Back to the results",
  none: "No text matches",
  noneText: "Try other words, or change the filter.",
};

const answers = {
  title: "Answers",
  search: "Search in answers",
  list: "Answers, the newest first",
  number: "Answer",
  anonymous: "Anonymous",
  columns: "Columns",
  columnsHint: (most: string): string =>
    `The table has at most ${most} columns besides the number of the answer.`,
  columnsSubmit: "Show these columns",
  facts: {
    ended: "Sent",
    version: "Version",
    respondent: "Respondent",
    start: "Begins with",
    duration: "Duration",
    channel: "Channel",
    device: "Device",
    language: "Language",
  },
  emptyTitle: "No answers yet",
  emptyText: "Each answer appears here as soon as it is sent.",
  noMatch: "No answer matches",
  noMatchText: "Try other words. Texts, options, names of respondents and numbers of answers are searched.",
  searched: (count: string): string => `${count} answers were searched so far.`,
};

const answer = {
  comments: "Comments",
  title: (id: number): string => `Answer ${id}`,
  previous: "Previous answer",
  next: "Next answer",
  all: "All answers",
  started: "Begun",
  ended: "Sent",
  duration: "Duration",
  version: "Version",
  respondent: "Respondent",
  channel: "Channel",
  device: "Device",
  address: "Address",
  referrer: "Came from",
  consent: "Version of the text agreed to",
  notAnswered: "Not answered",
  delete: "Delete this answer",
  deleteTitle: (id: number): string => `Delete answer ${id}?`,
  consequences: [
    "The answer is removed from results, data calls and the log of webhooks, and cannot be restored.",
    "Exports that hold it end. Files that were downloaded and events that were delivered keep it.",
    "Its number is not given to another answer.",
    "If the survey accepts one answer per person, this person can answer again.",
  ],
  deleteSubmit: "Delete the answer",
  deleted: "The answer was deleted.",
};

const exporting = {
  title: "Export",
  text: (count: string): string => `All ${count} answers, of every version of the survey, as they are now.`,
  filtered: (count: string): string =>
    `Only the answers that the filter lets through are exported, of ${count} in all.`,
  noAnswers: "There are no answers yet. A file that is exported now has no rows.",
  formats: {
    csv: {
      name: "CSV",
      text: "For programs, and spreadsheets that read no workbook. Text in UTF-8, one row per answer.",
    },
    xlsx: {
      name: "Excel",
      text: "For most people: a workbook for Excel, WPS and other spreadsheets, with the codebook on a sheet of its own.",
    },
    jsonl: {
      name: "JSON lines",
      text: "For programs: one answer per line, with ids that the codebook explains.",
    },
    sav: {
      name: "SPSS file",
      text: "A .sav file with labels and measurement levels. SPSS, PSPP, jamovi, JASP and R open it.",
    },
    spss: {
      name: "SPSS syntax",
      text: "A zip file with data, syntax with all labels, and the codebook. Works with PSPP.",
    },
    r: {
      name: "R",
      text: "A zip file with CSV and a script that makes a data frame with factors, dates and labels.",
    },
    stata: {
      name: "Stata",
      text: "A zip file with CSV and a do-file that gives every variable its type and labels.",
    },
    parquet: {
      name: "Parquet",
      text: "For DuckDB, pandas, Polars and Spark: typed columns, with the codebook in the file.",
    },
  },
  submit: (format: string): string => `Export as ${format}`,
  withCodes: "With codes",
  codesText:
    "With codes, columns have the names, and choices the values, that you gave to questions and options as their codes for exports.",
  kept: "Exports of many answers",
  keptText:
    "Large exports are written in the background and kept for a day. Load this page again to see how far they are.",
  made: "Begun",
  format: "Format",
  size: "Size",
  until: "Kept until",
  state: "State",
  states: {
    working: "Being written",
    failed: "Failed; export again",
    outdated: "Deleted: an answer or account in it was deleted. Export again",
  },
  download: "Download",
  notices: {
    begun: "The export is being written. It appears below when it is ready.",
    columns:
      "This survey has more columns or answers than a file of this format can have, so that some would be missing. Export it as CSV or JSON lines.",
    busy: "Several exports of this survey are being written already. Wait until one is ready.",
  },
  formulaNote: "In CSV, a text that a spreadsheet would take for a formula begins with one apostrophe more.",
  codebook: "Codebook",
  codebookText:
    "Says what the columns of every export mean: questions, options and their codes, also those that an edit has removed.",
  codebookDownload: "Download the codebook (CSV)",
  notPublished: "This survey has not been published yet, so there are no answers to export.",
};

const archive = {
  title: "The survey whole",
  text: "Everything in one file (.sop.zip): the draft, every version, settings, all answers and their files, but not the survey's password. This or another platform makes the survey again from it.",
  participants: "With participants",
  participantsHint: "Adds who is invited: addresses, names and how far each is.",
  submit: "Download the survey whole",
};

const notices = {
  title: "Notices",
  lead: "The platform can write to you when there are new answers. The mail has their number, and nothing of what they say. You also hear when the survey ends within a day, when it has as many answers as it accepts, and when an export of yours is ready.",
  off: "This platform sends no mail. Look at the results instead, or add a webhook.",
  noAddress: "You have no confirmed mail address, so nothing is sent.",
  addAddress: "Add an address",
  to: (address: Child): Child => ["Mails go to ", address, "."],
  frequency: "When",
  frequencies: {
    never: "Never",
    each: "With each new answer",
    hourly: "At most once an hour",
    daily: "At most once a day",
  },
  condition: "About which answers",
  everyAnswer: "All answers",
  submit: "Save",
  saved: "Saved. This counts for answers from now on.",
};

/** Every text of the pages about results, in English. */
export const resultsEn = {
  report,
  live,
  overview,
  questions,
  filter,
  cross,
  compare,
  texts,
  answers,
  answer,
  exporting,
  archive,
  notices,
};

/** The texts of the pages about results, whatever the language. */
export type ResultsTexts = TextsOf<typeof resultsEn>;
