import { saveDraft, surveyLock } from "@survey-open-platform/surveys";
import { z } from "zod";
import { idMakerFor } from "../../surveys/workspace/draft-edit.ts";
import { applyOperations } from "../editing/apply-operations.ts";
import { draftProblems } from "../editing/draft-problems.ts";
import { operationsArgument } from "../editing/operations.ts";
import { surveyIdArgument, surveyInReach } from "../survey-in-reach.ts";
import { defineTool, surveyNotFound, ToolProblem } from "../tool.ts";
import { recordAgentChange, surveyToWrite, writeAsPerson } from "../write-as-person.ts";

/** `edit_survey`. */
export const editSurveyTool = defineTool({
  name: "edit_survey",
  title: "Edit a survey",
  description:
    "Changes the draft of a survey. Respondents see none of it before your person publishes it: ask with ask_to_publish. Give the revision that get_survey or the last edit named; when somebody else has saved since, nothing is changed and the present revision is named.",
  scope: "surveys:write",
  effect: { readOnly: false, destructive: true, idempotent: false },
  input: z.strictObject({
    survey_id: surveyIdArgument,
    expected_revision: z.int().min(1).describe("The revision that you have read."),
    operations: operationsArgument,
  }),
  output: z.object({
    revision: z.int().describe("Of the draft now."),
    changed: z.array(z.object({ operation: z.int(), question_id: z.string().optional() })),
    problems: z
      .array(z.string())
      .describe("What keeps the draft from being published, and rules to look at."),
  }),
  showsTexts: true,
  async run({ survey_id: surveyId, expected_revision: revision, operations }, request) {
    const { store } = request;
    await surveyInReach(request, surveyId);
    const draft = await store.surveys.findDraft(surveyId);
    if (draft === undefined) throw surveyNotFound();
    if (draft.revision !== revision) throw conflict(draft.revision);
    const versions = await store.surveys.definitionsOf(surveyId);
    const makeId = await idMakerFor(store, surveyId, draft);
    const { definition } = draft;
    const edit = await applyOperations({ definition, versions, makeId }, operations);
    const saved = await writeAsPerson(request, [surveyLock(surveyId)], async (write) => {
      await surveyToWrite(write, surveyId);
      const { transaction, principal } = write;
      const change = { surveyId, definition: edit.definition, revision, editorUserId: principal.userId };
      const saving = await saveDraft(transaction, change, store.outbox);
      if (saving === undefined) throw surveyNotFound();
      if ("conflict" in saving) throw conflict(saving.conflict.revision);
      const after = { revision: saving.saved.revision, operations: operations.map(({ op }) => op) };
      await recordAgentChange(request, write, { action: "survey.draft_changed", surveyId, after });
      return saving.saved.revision;
    });
    return { revision: saved, changed: [...edit.changed], problems: [...draftProblems(edit.definition)] };
  },
});

/** Somebody else has saved. */
function conflict(revision: number): ToolProblem {
  return new ToolProblem(
    "conflict: the draft has another revision. Read it again with get_survey; nothing was changed.",
    { revision },
  );
}
