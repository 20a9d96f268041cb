import { printRules, printSurveyText } from "@survey-open-platform/surveys";
import { z } from "zod";
import { stateName, stateNames, surveyIdArgument, surveyInReach } from "../survey-in-reach.ts";
import { defineTool, longestResult, surveyNotFound, ToolProblem } from "../tool.ts";

/** `get_survey`. */
export const getSurveyTool = defineTool({
  name: "get_survey",
  title: "Get a survey",
  description:
    "Reads the draft of a survey: its questions in the text form (see docs://text-form) or as JSON with the ids that other tools take, its rules (see docs://rules), and where people answer it.",
  scope: "surveys:read",
  effect: { readOnly: true, idempotent: true },
  input: z.strictObject({
    survey_id: surveyIdArgument,
    form: z
      .enum(["text", "json"])
      .default("text")
      .describe("text is short and can be edited; json has the ids of questions and options."),
  }),
  output: z.object({
    id: z.int(),
    title: z.string(),
    state: z.enum(stateNames),
    revision: z.int().describe("Of the draft; edit_survey wants it back."),
    version: z.int().describe("The newest published version; 0 before the first."),
    address: z.string().describe("Where people answer it once it collects answers."),
    text: z.string().optional().describe("The questions in the text form."),
    definition: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Pages, questions and options as JSON."),
    rules: z.array(z.string()).describe("Conditions, jumps and orders, one in a line."),
  }),
  showsTexts: true,
  async run({ survey_id: surveyId, form }, request) {
    const survey = await surveyInReach(request, surveyId);
    const draft = await request.store.surveys.findDraft(surveyId);
    if (draft === undefined) throw surveyNotFound();
    const { definition, revision } = draft;
    const { title, prefix, suffix, pages, logic } = definition;
    const content =
      form === "text"
        ? { text: printSurveyText(definition, "en") }
        : { definition: { title, prefix, suffix, pages: pages.map((page) => ({ ...page })) } };
    if (Buffer.byteLength(JSON.stringify(content)) > longestResult)
      throw new ToolProblem(
        `form: this survey is longer than the ${longestResult / 1024} KB that a result holds as ${form}.${form === "json" ? " Try form text." : ` Its author can download it at ${request.origin}/surveys/${surveyId}/text.`}`,
      );
    return {
      id: survey.id,
      title,
      state: stateName(survey.state),
      revision,
      version: await newestVersion(request, surveyId),
      address: `${request.origin}/s2/${survey.id}/${survey.hash}/`,
      ...content,
      rules: [...printRules(logic.rules, pages)],
    };
  },
});

async function newestVersion(
  { store }: Parameters<typeof surveyInReach>[0],
  surveyId: number,
): Promise<number> {
  const versions = await store.surveys.versionsOf(surveyId);
  return Math.max(0, ...versions.map(({ version }) => version));
}
