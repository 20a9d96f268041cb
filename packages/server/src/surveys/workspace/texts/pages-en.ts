import type { Child } from "hono/jsx";
import {
  leastContrast,
  longestAlternativeText,
  longestButtonText,
  mostPictures,
  languageName,
  type SurveyText,
  type TextRole,
  type TranslationProblem,
  type ImportOutcome,
  importLossText,
  type Problem,
} from "@survey-open-platform/surveys";

/** What is said about a colour that was corrected. */
export interface CorrectedColor {
  readonly mode: string;
  readonly color: string;
  readonly shown: string;
  readonly chosen: string;
  readonly now: string;
}

/** The words of the page about the look of a survey. */
export const lookEn = {
  title: "Look",
  text: "How the survey looks to respondents. They see a change when you publish it.",
  notices: {
    saved: "Saved. Respondents see it when you publish the survey.",
    default: "Saved. Surveys that there are stay as they are.",
  },
  defaultTitle: "New surveys",
  newOwn: "Your new surveys can begin with the look of this one.",
  newOfTeam: (team: Child): Child => ["New surveys of ", team, " can begin with the look of this one."],
  hasDefault: "They begin with a look of their own now.",
  hasNoDefault: "They begin with the usual look now.",
  setDefault: "Use this look for new surveys",
  removeDefault: "Use the usual look for new surveys",
  overtaken:
    "Somebody else has changed the look in the meantime, and nothing was saved. The preview shows theirs. Save again to replace it by what is in the form.",
  preview: "Preview",
  themes: "Themes",
  themesHint: "Sets the colour, the corners and the font. You can change each of them afterwards.",
  themeNames: {
    lake: "Lake",
    ink: "Ink",
    meadow: "Meadow",
    sunset: "Sunset",
    violet: "Violet",
    slate: "Slate",
  },
  color: "Main colour",
  colorHint: `Buttons, links and selected answers. Where a colour is hard to read, pages show it darker or lighter: text has a contrast of at least ${leastContrast} : 1.`,
  contrast: "Contrast of the saved colour",
  modes: { light: "On light pages", dark: "On dark pages" },
  asChosen: (mode: string, now: string) => `${mode} as you chose it (contrast ${now} : 1).`,
  corrected: ({ mode, color, shown, chosen, now }: CorrectedColor) =>
    `${mode} as ${shown} (contrast ${now} : 1), because ${color} has only ${chosen} : 1 there.`,
  choices: {
    corners: { label: "Corners", names: { square: "Square", slight: "Slightly round", round: "Round" } },
    font: {
      label: "Font",
      names: {
        system: "Of the device",
        humanist: "Humanist",
        serif: "With serifs",
        rounded: "Rounded",
        mono: "Typewriter",
      },
    },
    pacing: {
      label: "Respondents see",
      names: { pages: "The pages as they are here", questions: "One question at a time" },
    },
    progress: { label: "Progress", names: { bar: "Bar", steps: "Steps", none: "None" } },
  },
  showsPlatform: "Show the name of the platform above the survey",
  buttons: "What buttons say",
  buttonsHint: "Empty for the usual words, which follow the language of the respondent.",
  buttonNames: { next: "To the next page", back: "To the page before", send: "Send the answers" },
  pictureNames: { logo: "Logo", picture: "Picture" },
  pictureHints: {
    logo: "Above every page.",
    picture: "Above the title, on the first page.",
  },
  fileHint:
    "PNG, JPEG or WebP, at most 8 MB. It is written again without what else is in the file, such as the place where it was taken.",
  alt: { logo: "What the logo shows", picture: "What the picture shows" },
  altHint: "Read out to people who cannot see it.",
  savePicture: { logo: "Save the logo", picture: "Save the picture" },
  removePicture: { logo: "Remove the logo", picture: "Remove the picture" },
  save: "Save the look",
  reset: "Back to the usual look",
  back: "Back to the questions",
  problems: {
    color: "Enter a colour as # and six digits from 0 to f, such as #0b5d66.",
    too_long: `At most ${longestButtonText} characters.`,
    malformed: "It has characters that cannot be stored.",
    picture: {
      unavailable:
        "This installation cannot read pictures. Ask its administrator to install the package sharp for its system.",
      missing: "Choose a file.",
      not_a_picture: "This is no PNG, JPEG or WebP file.",
      too_large: "The file has more than 8 MB. Save the picture smaller, and choose it again.",
      too_many_pixels: "The picture has more than 40 million pixels. Save it smaller, and choose it again.",
      broken: "The picture cannot be read. Save it again with another program, and choose it again.",
      too_many: `The survey has had ${mostPictures} pictures already. Copy the survey to go on with others.`,
      choose_again: "Choose the file again: it was not kept, as something else had to be corrected first.",
      no_alt: "Say what it shows, for people who cannot see it.",
      alt_too_long: `At most ${longestAlternativeText} characters.`,
      alt_malformed: "It has characters that cannot be stored.",
    },
  },
};

/** The page about the data of respondents, in English. */
export const privacyEn = {
  title: "Privacy and consent",
  lead: "Respondents see this below the first page, in one sentence with how long their network address is kept.",
  fields: {
    responsible: "Who is responsible for the answers",
    purpose: "What they are collected for",
    answer_days: "After how many days an answer is deleted",
    keeps_counts: "Results go on counting deleted answers",
    consent: "What respondents have to agree to",
  },
  hints: {
    responsible: "A person or organisation, with an address to write to. Optional.",
    purpose: "Such as: to plan the canteen. Optional.",
    answer_days:
      "Counted from when it was sent. Its files go with it, webhooks get an event, and exports that have it end. Empty: as long as the survey.",
    keeps_counts:
      "Charts and counts stay as they are; single answers, filters and cross tables lack the deleted ones.",
    consent:
      "Respondents tick that they agree before anything is kept. Another text or translation is a new version; each answer and export says which one it was. Empty: nothing is asked.",
  },
  problems: {
    long: "This text is too long.",
    days: "Enter a whole number of days, from 1 to 3650, or nothing.",
    malformed: "This text has characters that cannot be stored.",
  },
  translate: "Translate what respondents read",
  versions: "What respondents agreed to",
  version: (version: number): string => `Version ${version}, since`,
};

const roles: Readonly<Record<TextRole, string>> = {
  title: "Title",
  responsible: "Who is responsible for the answers",
  purpose: "What the answers are collected for",
  consent: "What respondents have to agree to",
  introduction: "Introduction",
  ending: "Ending",
  question: "question",
  remark: "remark",
  option: "option",
  row: "row",
  blank: "blank",
  placeholder: "example inside the field",
  level: "level",
  lowest: "lowest mark",
  highest: "highest mark",
  next: "Button to the next page",
  back: "Button to the page before",
  send: "Button that sends the answers",
  logo: "What the logo shows",
  picture: "What the picture shows",
};

/** The words of the pages on which a survey is translated. */
export const languagesEn = {
  title: "Languages",
  text: "Respondents get the survey in their own language where it is there, and can choose another one without losing what they have entered. Where a translation is missing, the survey's own text stands.",
  own: "The survey is written in",
  choose: "Choose a language",
  setOwn: "Save",
  another: "Another language",
  add: "Add",
  language: "Language",
  progress: "Translated",
  actions: "Actions",
  progressOf: (name: string) => `Translated to ${name}`,
  done: (done: number, count: number) => `${done} of ${count} texts`,
  translateTo: (name: string) => `Translate to ${name}`,
  translateText: (own: string) =>
    `Each text is shown in ${own}, with its translation below it. An empty one is shown in ${own}.`,
  translationOf: (place: string) => `Translation: ${place}`,
  place: ({ role, question }: Pick<SurveyText, "role" | "question">) =>
    question === undefined ? roles[role] : `${question.index}. ${roles[role]}`,
  preview: "Preview",
  previewIn: (name: string) => `Preview in ${name}`,
  fileOf: (form: string, name: string) => `${form} file for ${name}`,
  remove: "Remove",
  removeOf: (name: string) => `Remove ${name}`,
  save: "Save the translations",
  pages: "Texts",
  back: "Back to the questions",
  fileTitle: "Take translations from a file",
  file: "File",
  fileHint: "A CSV or XLIFF file as it is saved here. Texts that it leaves empty stay as they are.",
  take: "Take the translations",
  fileRefused: "Nothing was taken from this file:",
  notices: { saved: "Saved.", taken: "The translations of the file were taken." },
  problem: (problem: TranslationProblem) => {
    if (problem.code === "too_long") return `At most ${problem.limit} characters.`;
    if (problem.code === "not_text") return "It has characters that cannot be stored.";
    return problem.count === 1
      ? "It must have one blank (____), as the survey's own text has."
      : `It must have ${problem.count} blanks (____), as the survey's own text has.`;
  },
  problems: {
    noLanguage: "Choose a language.",
    isThere: "The survey is in this language already.",
    ownFirst: "Say first which language the survey is written in.",
    tooMany: (most: number) => `A survey can have at most ${most} languages.`,
    theirs: (text: string) =>
      text === ""
        ? "Somebody else removed this translation meanwhile. Save again to keep yours."
        : `Somebody else wrote meanwhile: “${text}”. Save again to replace it.`,
    otherText: "The text to agree to was changed meanwhile. Compare the translation with it, and save again.",
    noFile: "Choose a file.",
    otherLanguage: (tag: string) => `It is a translation to ${languageName(tag, "en")}.`,
    unknownText: (line: number, key: string) =>
      `Entry ${line} names a text that the survey does not have: ${key}.`,
    ofLine: (line: number, problem: string) => `Entry ${line}: ${problem}`,
    ofFile: (message: string) => `The file ${message}.`,
  },
};

/** The words of the pages on which files of other systems are taken in. */
export const importingEn = {
  sources: (names: readonly string[]) => `Files of these systems are known: ${names.join(", ")}.`,
  file: "File",
  fileHint: "At most 10 MB. Its kind is recognised by what is in it.",
  text: "Or its content",
  textHint:
    "Where the other system shows JSON or XML to be copied. Or plain text: questions begin with their number or name their type, such as [Single Choice].",
  look: "Preview",
  lookTitle: "Look before you create",
  recognised: (source: string) => `A survey of ${source}.`,
  answers: (count: number) =>
    `${count === 1 ? "One answer comes" : `${count} answers come`} in with it: the survey will be published, and paused.`,
  whole: "Everything is carried over.",
  summary: (changed: number, left: number) => `Changed: ${changed}. Left out: ${left}.`,
  outcomes: { changed: "Changed", left_out: "Left out" } satisfies Readonly<Record<ImportOutcome, string>>,
  loss: importLossText,
  questions: "The questions as they will be",
  required: "required",
  conditional: "shown under a condition",
  page: (number: number) => `Page ${number}`,
  rules: (count: number) => (count === 1 ? "One rule of logic" : `${count} rules of logic`),
  create: "Create the survey",
  archived: ({
    versions,
    answers,
    participants,
  }: Readonly<Record<"versions" | "answers" | "participants", number>>) =>
    `versions: ${versions}, answers: ${answers}, participants: ${participants}`,
  archivePaused:
    "Everything comes in as it was, with new addresses. Published surveys are paused, and none has a password.",
  archiveFiles: "This platform keeps no files: those of answers are known by their names only.",
  createArchived: (count: number) => (count === 1 ? "Create the survey" : `Create ${count} surveys`),
  another: "Choose another file",
  problem: ({ path, message }: Problem) =>
    path.length === 0 ? `This file ${message}.` : `${path.join(".")}: ${message}.`,
  missing: "Choose a file, or paste its content.",
  reportTitle: "What the import changed",
  reportFrom: (source: string, file: string) =>
    file === "" ? `Imported from ${source}.` : `Imported from ${source}: ${file}.`,
  reportLink: "What the import changed",
  further: (count: number) => `… and ${count} more`,
};
