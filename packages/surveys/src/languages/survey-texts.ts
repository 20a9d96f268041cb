import type { SurveyDefinition } from "../model/definition.ts";
import {
  type SurveyPicture,
  type themeButtons,
  themePictures,
  type SurveyTheme,
} from "../model/survey-theme.ts";
import type { Question } from "../model/question.ts";

/** What a text of a survey is. */
export type TextRole =
  | "title"
  | "responsible"
  | "purpose"
  | "consent"
  | "introduction"
  | "ending"
  | "question"
  | "remark"
  | "option"
  | "row"
  | "blank"
  | "placeholder"
  | "level"
  | "lowest"
  | "highest"
  | (typeof themeButtons)[number]
  | (typeof themePictures)[number];

/** One text that respondents see, as the survey's own language has it. */
export interface SurveyText {
  /** Names the text in the survey, and stays when it changes or moves. */
  readonly key: string;
  readonly role: TextRole;
  readonly text: string;
  /** The question that it belongs to. */
  readonly question?: Question;
}

/** Gives a text for each text of a survey. */
export type TextChange = (text: SurveyText) => string;

/** The same survey with other texts. Texts that are empty stay so. */
export function mapTexts(definition: SurveyDefinition, change: TextChange): SurveyDefinition {
  const own = (key: string, role: TextRole, text: string) => changed(change, { key, role, text });
  const { theme } = definition;
  return {
    ...definition,
    ...(theme !== undefined && { theme: mapThemeTexts(theme, change) }),
    title: own("title", "title", definition.title),
    prefix: own("prefix", "introduction", definition.prefix),
    suffix: own("suffix", "ending", definition.suffix),
    pages: definition.pages.map((page) => ({
      ...page,
      questions: page.questions.map((question) => mapQuestionTexts(question, change)),
    })),
  };
}

function mapThemeTexts(theme: SurveyTheme, change: TextChange): SurveyTheme {
  const button = (role: (typeof themeButtons)[number]) =>
    changed(change, { key: `button/${role}`, role, text: theme.buttons[role] });
  const pictures = themePictures.flatMap((role) => {
    const picture = theme[role];
    if (picture === undefined) return [];
    const alt = changed(change, { key: `look/${role}`, role, text: picture.alt });
    return [[role, { ...picture, alt }] as const];
  });
  const buttons = { next: button("next"), back: button("back"), send: button("send") };
  return { ...theme, ...Object.fromEntries(pictures), buttons };
}

function mapQuestionTexts(question: Question, change: TextChange): Question {
  const own = (part: string, role: TextRole, text: string) =>
    changed(change, { key: `${question.id}/${part}`, role, text, question });
  const parts = <Part extends { readonly id: string; readonly text: string }>(
    list: readonly Part[],
    role: TextRole,
  ): Part[] => list.map((part) => ({ ...part, text: own(`${role}/${part.id}`, role, part.text) }));
  return {
    ...question,
    title: own("title", "question", question.title),
    description: own("remark", "remark", question.description),
    ...(question.placeholder !== undefined && {
      placeholder: own("placeholder", "placeholder", question.placeholder),
    }),
    ...withAlt(question, (alt) => own("picture", "picture", alt)),
    options: parts(question.options, "option").map((option) => ({
      ...option,
      ...withAlt(option, (alt) => own(`picture/${option.id}`, "picture", alt)),
    })),
    subTitles: parts(question.subTitles, "row"),
    blank_setting: parts(question.blank_setting, "blank"),
    levels: question.levels.map((level, at) => own(`level/${at + 1}`, "level", level)),
    groups: parts(question.groups, "option"),
    starShowCustomStart: own("lowest", "lowest", question.starShowCustomStart),
    starShowCustomEnd: own("highest", "highest", question.starShowCustomEnd),
  };
}

function withAlt(
  { picture }: { readonly picture?: SurveyPicture | undefined },
  change: (alt: string) => string,
): { readonly picture?: SurveyPicture } {
  return picture === undefined ? {} : { picture: { ...picture, alt: change(picture.alt) } };
}

function changed(change: TextChange, text: SurveyText): string {
  return text.text === "" ? "" : change(text);
}

/** Every text of a survey that respondents see, in the order in which they see them. */
export function surveyTexts(definition: SurveyDefinition): readonly SurveyText[] {
  const texts: SurveyText[] = [];
  mapTexts(definition, (text) => {
    texts.push(text);
    return text.text;
  });
  // The ending is the last that is seen.
  const [endings, others] = [texts.filter(isEnding), texts.filter((text) => !isEnding(text))];
  return [...others, ...endings];
}

function isEnding({ role }: SurveyText): boolean {
  return role === "ending";
}

/** Every text of a question, in one order for all questions of the same parts. */
export function questionTexts(question: Question): readonly SurveyText[] {
  const texts: SurveyText[] = [];
  mapQuestionTexts(question, (text) => {
    texts.push(text);
    return text.text;
  });
  return texts;
}
