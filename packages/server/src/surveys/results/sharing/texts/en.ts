import type { TextsOf } from "../../../../pages/texts/texts-of.ts";

/** Every text of the pages about links to results, in English. */
export const sharingEn = {
  title: "Share results",
  lead: "A link shows chosen questions to people without an account, as they are when it is opened. They see how often each choice was given, and never who answered.",
  new: "New link",
  newTitle: "New link to results",
  caption: "Links to results",
  none: "No link yet",
  noneText: "People with a link see what you choose, until the day that you choose or until you withdraw it.",
  name: "Name",
  nameHint: "For you alone, such as “Board”. The link does not show it.",
  unnamed: (id: number): string => `Link ${id}`,
  maker: "Made by",
  made: "Made",
  shows: "Shows",
  showing: (questions: string, texts: boolean): string =>
    `${questions} ${questions === "1" ? "question" : "questions"}, ${texts ? "with texts" : "without texts"}`,
  until: "Until",
  untilHint: (timeZone: string): string =>
    `The last day on which the link works, in your time zone (${timeZone}). Empty: until it is withdrawn.`,
  always: "No end",
  password: "Password",
  passwordHint: "Empty: the link alone is enough. It cannot be changed later; make another link instead.",
  withPassword: "Asked for",
  withoutPassword: "None",
  withdraw: "Withdraw",
  withdrawn: "The link was withdrawn. It shows nothing any more.",
  action: "Action",
  questions: "Questions",
  texts: "Show what was written",
  textsHint:
    "Texts may name people. Without them, a question that is answered with a text only shows how many answered it.",
  make: "Make the link",
  madeTitle: "The link is made",
  once: "This address is shown once: the platform keeps only a hash of it. Copy it now.",
  address: "Address of the link",
  back: "All links",
  problems: {
    name: "Use at most 100 characters.",
    until: "Choose a day that is not over yet.",
    password: "Use a shorter password.",
    questions: "Choose at least one question.",
    many: (most: string): string => `A survey has at most ${most} links. Withdraw one first.`,
  },
  shared: {
    title: "Shared results",
    lead: (answers: string): string => `${answers} answers.`,
    none: "There are no answers yet.",
    passwordTitle: "These results have a password",
    passwordText: "Enter the password that came with the link.",
    passwordWrong: "This password is not right.",
    continue: "Continue",
  },
};

/** The texts of the pages about links to results, whatever the language. */
export type SharingTexts = TextsOf<typeof sharingEn>;
