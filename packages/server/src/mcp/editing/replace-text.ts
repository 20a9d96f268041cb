import {
  editPages,
  hasLikeAnswers,
  rewriteQuestion,
  newQuestion,
  type IdMaker,
  type Question,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";

/** A question that was read from text, with ids that no part of the survey has had. */
export function newQuestionIn(written: Question, makeId: IdMaker): Question {
  return rewriteQuestion(newQuestion(written.type, makeId), written, makeId);
}

/**
 * Replaces the questions of a draft by those of a text. A question with the title of an earlier one is that one, as long as answers to
 * both are alike: rules still refer to it, and its answers stay together. What the text form cannot say stays.
 */
export function replaceText(
  before: SurveyDefinition,
  written: SurveyDefinition,
  makeId: IdMaker,
): SurveyDefinition {
  const left = before.pages.flatMap(({ questions }) => questions);
  const kept = (question: Question): Question => {
    const at = left.findIndex(
      ({ title, type }) => title === question.title && hasLikeAnswers(type, question.type),
    );
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return same === undefined ? newQuestionIn(question, makeId) : rewriteQuestion(same, question, makeId);
  };
  const pages = written.pages.map((page, at) => ({
    ...page,
    id: before.pages[at]?.id ?? makeId("page"),
    questions: page.questions.map(kept),
  }));
  const { title, prefix } = written;
  const replaced = { ...before, title, prefix };
  return editPages(replaced, () => pages) ?? replaced;
}
