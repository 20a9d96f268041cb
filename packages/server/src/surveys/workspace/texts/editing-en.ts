import { namesOfTypes, type PartDifference } from "@survey-open-platform/surveys";
import type { Child } from "hono/jsx";

type PartWords = Readonly<Record<PartDifference["kind"], (text: Child, before: Child) => Child>>;

const settings: Readonly<Record<string, string>> = {
  type: "type",
  description: "description",
  required: "required",
  hidden: "hidden",
  personal: "personal data",
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
  ["Alt ↑ ↓", "moves a card, or a page by its heading; Enter folds the page"],
  ["Ctrl V", "outside a field: makes questions of several lines"],
  ["Enter", "in an option: the next option; Backspace in an empty one removes it"],
];

/** Texts of the page on which a survey is edited, in English. */
const editing = {
  title: "Edit",
  notices: {
    created: "The survey was created. It is a draft: only you and your team see it.",
    saved: "Saved.",
    copy: "The question was copied.",
    inserted: "The questions were inserted. You can undo this.",
    remove: "The question was deleted. You can undo this.",
    "remove-page": "The page was deleted with its questions. You can undo this.",
    undone: "The last change was undone.",
    redone: "The change is back.",
  },
  namedOthersTitle: (names: readonly string[]) => `${names.join(", ")} changed this survey in the meantime`,
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
  questionCount: (count: number) =>
    count === 0 ? "no question yet" : count === 1 ? "1 question" : `${count} questions`,
  pageUp: "Move page up",
  pageDown: "Move page down",
  joinPage: "Join with the page before",
  removePage: "Delete page",
  addPage: "Add a page after this one",
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
  comments: (count: number): string => (count === 0 ? "Comment" : `Comments (${count})`),
  drag: "Drag to move",
  dragPage: "Drag to move this page",
  up: "Move up",
  down: "Move down",
  copy: "Copy",
  remove: "Delete",
  hidden: "hidden",
  types: namesOfTypes("en"),
};

/** Texts of the page on which a pasted questionnaire becomes questions, in English. */
const inserting = {
  title: "Paste questions",
  text: "Text of the questions",
  textHint:
    "Lines out of a document, or the text form of a survey. Questions begin with their number or after an empty line; options follow, one in each line, or a table that you copied.",
  look: "Preview the questions",
  lookAgain: "Look again",
  insert: "Insert these questions",
  understood: (count: number) =>
    count === 1
      ? "One question was understood. Nothing is stored yet."
      : `${count} questions were understood. Nothing is stored yet.`,
  part: (number: number) => `Question ${number}`,
  type: (number: number) => `Type of question ${number}`,
  leaveOut: "Leave this out",
  problems: "The questions cannot be inserted like this.",
  missing: "Paste the text of at least one question.",
  nothing: "All questions are left out. Keep at least one.",
  tooMany: (questions: number, pages: number) =>
    `The survey would have too many questions: a page can have at most ${questions}, and a survey ${pages} pages. Leave some out, or insert them on another page.`,
  pasted: "You have pasted several lines",
  offer: "See them as questions",
  keep: "Keep them as one title",
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
  personal: "Answers are personal data",
  personalHint:
    "They say who somebody is or how to reach them. Agents do not read them unless you allow them names and contact data, and codebooks say so. Phone numbers, e-mail addresses, locations and files count as personal without this.",
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
  starsHint: "With 1 as the lowest mark, and both meanings left empty, the marks are shown as stars.",
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

/** Texts of the editor, in English. */
export const editingEn = { difference, editing, inserting, question, surveyTexts };
