import type { Child } from "hono/jsx";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";

const list = {
  title: "Surveys",
  create: "Create a survey",
  owners: "Whose surveys",
  search: "Search by title",
  state: "State",
  everyState: "Every state",
  caption: "Surveys",
  name: "Title",
  owner: "Belongs to",
  answers: "Answers",
  questions: "Questions",
  days: (days: number) => `Last ${days} days`,
  daysInWords: (counts: string) => `Answers by day, today last: ${counts}`,
  updated: "Changed",
  actions: "Actions",
  label: "Label",
  everyLabel: "Every label",
  emptyTitle: "No survey yet",
  emptyText: "Create one from nothing, from a template, or from a text that you paste.",
  emptyTextOfShared: "Surveys that others share with you are listed here.",
  emptyTextOfMember: "Surveys of this team that you created are listed here.",
  noMatchTitle: "No survey found",
  noMatchText: "No survey here has this text in its title, this state and this label.",
  bin: "Bin",
  notices: {
    deleted: "The survey is in the bin, where you can restore it for 30 days.",
    paused: "Paused. Respondents see that the survey does not accept answers at the moment.",
    collecting: "The survey collects answers.",
    labelled: "The labels are saved.",
    handed_over: "The survey has another owner now.",
  },
  offered: (person: Child, survey: Child): Child => [
    person,
    " wants to hand the survey ",
    survey,
    " over to you.",
  ],
  lookAtOffer: "Look at the offer",
};

/** Texts of the page that deletes a survey, in English. */
const deletion = {
  title: "Delete survey",
  heading: (name: Child): Child => ["Delete ", name, "?"],
  address: "The address of the survey stops working, and no more answers come in.",
  programs:
    "Programs and webhooks can no longer reach the survey. Consents that are limited to chosen surveys lose it for good.",
  answers: (count: number) =>
    count === 1 ? "Its answer goes into the bin with it." : `Its ${count} answers go into the bin with it.`,
  kept: (days: number) => `You can restore it from the bin for ${days} days.`,
  submit: "Move to the bin",
};

const menu = {
  open: (survey: string) => `Actions for ${survey}`,
  edit: "Edit",
  results: "Results",
  share: "Share",
  copy: "Copy",
  labels: "Labels",
  delete: "Delete",
  changeState: { paused: "Pause", collecting: "Collect answers" },
};

const labels = {
  title: "Labels",
  hint: "One on each line. Labels group surveys in the list; respondents do not see them.",
  known: "In use:",
  save: "Save",
  problems: {
    many: (limit: number) => `A survey has at most ${limit} labels.`,
    long: (limit: number) => `A label has at most ${limit} characters.`,
    malformed: () => "A label has characters that cannot be stored.",
  },
};

const bin = {
  title: "Bin",
  lead: (days: number) =>
    `Deleted surveys stay here with their answers for ${days} days. After that they are deleted permanently. A restored survey is paused.`,
  emptyTitle: "The bin is empty",
  emptyText: "Surveys that you delete are listed here.",
  deletedAt: "Deleted",
  keptUntil: "Kept until",
  actions: "Actions",
  restore: "Restore",
  deleteForEver: "Delete permanently",
  heading: (name: Child): Child => ["Delete ", name, " permanently?"],
  answers: (count: number) => (count === 1 ? "One answer is deleted." : `${count} answers are deleted.`),
  permanent: "This cannot be undone.",
  typeName: (name: string) => `Type the title, ${name}, to confirm`,
  wrongName: "This is not the title of the survey.",
  notices: { deleted: "The survey was deleted permanently, with its answers." },
};

/** Texts of the lists of surveys, in English. */
export const listEn = { list, deletion, menu, labels, bin };

/** Those texts, whatever the language. */
export type ListTexts = TextsOf<typeof listEn>;
