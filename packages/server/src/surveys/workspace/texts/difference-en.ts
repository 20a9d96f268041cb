import type { PartDifference } from "@survey-open-platform/surveys";
import type { Child } from "hono/jsx";

type PartWords = Readonly<Record<PartDifference["kind"], (text: Child, before: Child) => Child>>;

const settings: Readonly<Record<string, string>> = {
  type: "type",
  description: "description",
  required: "required",
  hidden: "hidden",
  random: "order of the options",
  goto: "jump",
  maxlength: "limit",
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
export const differenceEn = {
  fields: {
    title: "The title of the survey",
    prefix: "The introduction",
    suffix: "The ending text",
    scene: "What the survey is used for",
  },
  pagesAdded: (count: number) => (count === 1 ? "One page added" : `${count} pages added`),
  pagesRemoved: (count: number) => (count === 1 ? "One page removed" : `${count} pages removed`),
  pagesMoved: (count: number) => (count === 1 ? "One page moved" : `${count} pages moved`),
  rulesAdded: (count: number) => (count === 1 ? "One rule added" : `${count} rules added`),
  rulesRemoved: (count: number) => (count === 1 ? "One rule removed" : `${count} rules removed`),
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
