import type { SurveyDefinition } from "../model/definition.ts";
import { picturesOfQuestion } from "../model/survey-pictures.ts";
import { themePictures } from "../model/survey-theme.ts";
import type { Question } from "../model/question.ts";
import type { LogicProblem } from "./check-logic.ts";

/** Something that an author probably did not mean. Publishing is possible all the same. */
export interface PublicationHint {
  readonly code: "unreachable" | "options_alike" | "no_ending" | "no_picture_text";
  /** Id of the question; undefined for the survey as a whole. */
  readonly question?: string;
}

/** A check of a draft before it is published. */
type Check = (definition: SurveyDefinition, problems: readonly LogicProblem[]) => readonly PublicationHint[];

const checks: readonly Check[] = [unreachable, optionsAlike, withoutEnding, withoutPictureText];

/**
 * What an author should look at before publishing.
 *
 * @param problems as `checkLogic` finds them
 */
export function publicationHints(
  definition: SurveyDefinition,
  problems: readonly LogicProblem[],
): readonly PublicationHint[] {
  return checks.flatMap((check) => check(definition, problems));
}

function unreachable(
  _definition: SurveyDefinition,
  problems: readonly LogicProblem[],
): readonly PublicationHint[] {
  return problems.flatMap(({ code, question }) =>
    code === "unreachable" && question !== undefined ? [{ code, question }] : [],
  );
}

function optionsAlike({ pages }: SurveyDefinition): readonly PublicationHint[] {
  const questions = pages.flatMap((page) => page.questions);
  return questions.filter(hasPartsAlike).map(({ id }) => ({ code: "options_alike", question: id }));
}

function hasPartsAlike({ options, subTitles }: Question): boolean {
  return [options, subTitles].some((parts) => {
    const texts = parts.map(({ text }) => text.trim().toLowerCase()).filter((text) => text !== "");
    return new Set(texts).size < texts.length;
  });
}

function withoutPictureText({ theme, pages }: SurveyDefinition): readonly PublicationHint[] {
  const code = "no_picture_text";
  const isOfLook = themePictures.some((kind) => theme?.[kind]?.alt.trim() === "");
  const questions = pages.flatMap((page) => page.questions);
  const unsaid = questions.filter((question) =>
    picturesOfQuestion(question).some(({ alt }) => alt.trim() === ""),
  );
  return [
    ...(isOfLook ? [{ code } as const] : []),
    ...unsaid.map(({ id }) => ({ code, question: id }) as const),
  ];
}

function withoutEnding({ suffix }: SurveyDefinition): readonly PublicationHint[] {
  return suffix.trim() === "" ? [{ code: "no_ending" }] : [];
}
