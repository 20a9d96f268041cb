import type { SurveyDefinition } from "../model/definition.ts";
import type { IdMaker } from "../model/ids.ts";
import type { Logic } from "../model/logic.ts";
import { cellId, idsInCell } from "../model/matrix-cells.ts";
import type { Question } from "../model/question.ts";
import type { AnswerKind } from "../question-types/question-type.ts";
import { answersOf, type QuestionType } from "../question-types/question-types.ts";
import { copyTranslations } from "../languages/translate-survey.ts";
import { newIds, withIds } from "./copy-question.ts";

/** Whether results and exports show answers to a question of one type as answers to one of the other. A description takes none. */
export function hasLikeAnswers(one: QuestionType, other: QuestionType): boolean {
  const [answers, others] = [one, other].map((type) => likeKind(answersOf({ type })));
  return answers === others || answers === "none" || others === "none";
}

/** A moment is stored and counted as a text. */
function likeKind(kind: AnswerKind): AnswerKind {
  return kind === "moment" ? "text" : kind;
}

/**
 * Makes a question another one, with new ids for everything in it, in the same place. What refers to it refers to the new
 * one. The old one then counts as removed, so its answers stay in results and exports as they are.
 *
 * @returns the definition and the new id
 */
export function renewQuestion(
  definition: SurveyDefinition,
  question: Question,
  makeId: IdMaker,
): { readonly definition: SurveyDefinition; readonly id: string } {
  const ids = newIds(question, makeId);
  const renewed = (one: Question) =>
    withReferences(one.id === question.id ? withIds(question, ids) : one, ids);
  const pages = definition.pages.map((page) => ({ ...page, questions: page.questions.map(renewed) }));
  const logic = withNewReferences(definition.logic, ids);
  const renewedDefinition = copyTranslations(
    { ...definition, pages, logic },
    question,
    withIds(question, ids),
  );
  return { definition: renewedDefinition, id: ids.get(question.id) ?? question.id };
}

function withReferences(question: Question, ids: ReadonlyMap<string, string>): Question {
  const idOf = (old: string) => ids.get(old) ?? old;
  return {
    ...question,
    goto: idOf(question.goto),
    options: question.options.map((option) => ({
      ...option,
      goto: idOf(option.goto),
      display: option.display.map(idOf),
    })),
  };
}

/** Rules have no texts of authors but those that answers and arguments are compared with. */
function withNewReferences(logic: Logic, ids: ReadonlyMap<string, string>): Logic {
  const texts = new Set(["value", "name"]);
  const renamedIn = (id: string) => {
    const [row = "", column] = idsInCell(id).map((one) => ids.get(one) ?? one);
    return column === undefined ? row : cellId(row, column);
  };
  const renamed: unknown = JSON.parse(JSON.stringify(logic), (key, value: unknown) =>
    typeof value === "string" && !texts.has(key) ? renamedIn(value) : value,
  );
  // Only ids were replaced by ids.
  return renamed as Logic;
}
