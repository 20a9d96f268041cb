import {
  languageName,
  type SurveyText,
  type TextRole,
  type TranslationProblem,
} from "@survey-open-platform/surveys";

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
