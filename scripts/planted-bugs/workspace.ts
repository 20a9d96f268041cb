import { security, type PlantedBug } from "./planted-bug.ts";

const surveys = "packages/surveys/src";
const workspace = "packages/server/src/workspace";
const logicTest = "packages/surveys/test/logic/visible-questions.test.ts";
const pageTest = "packages/server/test/workspace";

/** Mistakes about the logic of surveys and the pages on which they are made. */
export const workspaceBugs: readonly PlantedBug[] = [
  {
    name: "hidden-answers-kept",
    breaks: "Answers to questions that a respondent no longer gets are kept.",
    file: `${surveys}/logic/visible-questions.ts`,
    within: "keepVisible",
    find: "visible.has(id)",
    replace: "visible.has(id) || values[id] !== undefined",
    caughtBy: [logicTest],
  },
  {
    name: "hidden-answers-decide",
    breaks: "An answer to a question that is hidden now still decides what is shown.",
    file: `${surveys}/logic/visible-questions.ts`,
    find: "this.visible.has(id) && Object.hasOwn(this.#values, id)",
    replace: "Object.hasOwn(this.#values, id)",
    caughtBy: [logicTest],
  },
  {
    name: "jump-backwards",
    breaks: "A jump backwards is taken instead of the jumps after it.",
    file: `${surveys}/logic/survey-flow.ts`,
    within: "forward",
    find: "position < end",
    replace: "position < end - end",
    caughtBy: [logicTest],
  },
  {
    name: "possible-rule-called-impossible",
    breaks: "An author is warned of a rule that some answers make true.",
    file: `${surveys}/logic/possible-values.ts`,
    within: "numbersAround",
    find: "return [before === undefined ? value - 1 : (before + value) / 2, value, value + 1];",
    replace: "return [value];",
    caughtBy: ["packages/surveys/test/logic/check-logic.test.ts"],
  },
  {
    name: "second-editor-overwrites",
    breaks: "The second of two editors of a question replaces what the first saved, without seeing it.",
    file: `${workspace}/edit-question.tsx`,
    within: "conflictOf",
    find: "isDeepStrictEqual(withoutPlace(current), withoutPlace(base))",
    replace: "isDeepStrictEqual(withoutPlace(current), withoutPlace(current))",
    caughtBy: [`${pageTest}/edit-question.test.ts`],
  },
  {
    name: "ids-used-again",
    breaks: "A new question gets the number of one that was removed after publishing.",
    file: `${workspace}/draft-edit.ts`,
    within: "idMakerFor",
    find: "[definition, ...versions.map((version) => version.definition)]",
    replace: "[definition, ...versions.slice(0, 0).map((version) => version.definition)]",
    caughtBy: [`${pageTest}/edit-survey.test.ts`],
  },
  {
    name: "unseen-changes-published",
    breaks: "Publishing takes along what another editor changed after the page was opened.",
    file: `${workspace}/publish.tsx`,
    find: "String(draft.revision) !== revision",
    replace: 'String(draft.revision) === ""',
    caughtBy: [`${pageTest}/publish.test.ts`],
  },
  {
    name: "copy-of-a-strangers-survey",
    breaks: "Every user can copy, and so read, every survey.",
    file: `${workspace}/new-survey.tsx`,
    within: "copy",
    find: "(await store.findOwnSurvey({ surveyId, userId: visit.session.user.id })) === undefined",
    replace: "(await store.surveys.findDraft(surveyId)) === undefined",
    caughtBy: [`${pageTest}/new-survey.test.ts`],
  },
  {
    name: "unseen-answers-deleted",
    breaks: "Deleting a survey deletes answers that came in after the page was opened.",
    file: `${workspace}/delete-survey.tsx`,
    find: "answers.trim() !== String(answerCount)",
    replace: 'answers.trim() === ""',
    caughtBy: security("survey-deletion"),
  },
  {
    name: "survey-administrator-deletes",
    breaks: "A survey administrator of a team deletes its surveys.",
    file: `${surveys}/model/survey-rights.ts`,
    within: "surveyRightsOf",
    find: "if (role === 3) return editing;",
    replace: "if (role === 3) return everything;",
    caughtBy: security("survey-deletion"),
  },
  {
    name: "script-as-redirect",
    breaks: "An author can send respondents to a script.",
    file: `${workspace}/settings-form.ts`,
    within: "checkTogether",
    find: "!isLinkAddress(redirectUrl) || redirectUrl.length > 2048",
    replace: "redirectUrl.length > 2048",
    caughtBy: [`${pageTest}/settings.test.ts`],
  },
];
