import type { SurveyDefinition } from "./definition.ts";
import type { Question } from "./question.ts";
import { type SurveyPicture, themePictures } from "./survey-theme.ts";

/** Gives a picture for a picture; undefined leaves it out. */
export type PictureChange = (picture: SurveyPicture) => SurveyPicture | undefined;

/** What may have pictures. */
type Pictured = Pick<SurveyDefinition, "theme" | "pages">;

/** The same survey with other pictures. */
export function mapPictures<Definition extends Pictured>(
  definition: Definition,
  change: PictureChange,
): Definition {
  const { theme, pages } = definition;
  return {
    ...definition,
    ...(theme !== undefined && {
      theme: themePictures.reduce((changed, kind) => withPicture(changed, kind, change), theme),
    }),
    pages: pages.map((page) => ({
      ...page,
      questions: page.questions.map((question) => mapQuestionPictures(question, change)),
    })),
  };
}

function mapQuestionPictures(question: Question, change: PictureChange): Question {
  return {
    ...withPicture(question, "picture", change),
    options: question.options.map((option) => withPicture(option, "picture", change)),
  };
}

function withPicture<
  Kind extends string,
  Part extends { readonly [kind in Kind]?: SurveyPicture | undefined },
>(part: Part, kind: Kind, change: PictureChange): Part {
  const picture = part[kind];
  if (picture === undefined) return part;
  const { [kind]: _before, ...others } = part;
  const changed = change(picture);
  // Nothing but the optional picture is another one.
  return (changed === undefined ? others : { ...others, [kind]: changed }) as Part;
}

/** Every picture of a survey. One that several parts show is there several times. */
export function picturesOf(definition: Pictured): readonly SurveyPicture[] {
  const { theme, pages } = definition;
  const ofTheme = themePictures.flatMap((kind) => theme?.[kind] ?? []);
  return [...ofTheme, ...pages.flatMap(({ questions }) => questions.flatMap(picturesOfQuestion))];
}

/** The pictures of a question and of its options. */
export function picturesOfQuestion({ picture, options }: Question): readonly SurveyPicture[] {
  return [picture, ...options.map((option) => option.picture)].filter((one) => one !== undefined);
}

/** Whether respondents see pictures of the options of a question: not in a list that opens, nor in the columns of a matrix. */
export function showsOptionPictures({ type }: Pick<Question, "type">): boolean {
  return type === "radio" || type === "checkbox" || type === "sort";
}
