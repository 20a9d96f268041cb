import {
  checkLogic,
  plainText,
  publicationObstacle,
  RuleNames,
  unfinishedQuestions,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";
import { workspaceTextsFor } from "../../surveys/workspace/texts/workspace-texts.ts";

/** What keeps a draft from being published, and what of its rules may be meant otherwise, in words. */
export function draftProblems(definition: SurveyDefinition): readonly string[] {
  const { logic: words } = workspaceTextsFor("en");
  const names = new RuleNames(definition.pages);
  const logic = checkLogic(definition).map(({ rule, question, code }) => {
    const place = rule === undefined ? names.nameOf(question ?? "") : words.rule(rule + 1);
    return `${place}: ${words.findings[code]}`;
  });
  const unfinished = unfinishedQuestions(definition).map(
    ({ id, title }) =>
      `${names.nameOf(id)} (${plainText(title)}): has no title of its own, or lacks options.`,
  );
  const isEmpty = publicationObstacle(definition) === "no_question";
  return [...(isEmpty ? ["There is no question to answer."] : []), ...unfinished, ...logic];
}
