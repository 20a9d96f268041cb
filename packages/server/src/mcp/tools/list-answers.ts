import {
  type AnswerValue,
  describeAnswer,
  type DescribedAnswer,
  isPersonalQuestion,
  parseCustomArguments,
  parseValues,
  type Question,
  type StoredAnswer,
} from "@survey-open-platform/surveys";
import { z } from "zod";
import { readContent, type SurveyContent } from "../../surveys/results/survey-results.ts";
import { mayReadPersonal } from "../../store/tokens/grant-table.ts";
import { namesOf } from "../question-views.ts";
import { surveyIdArgument, surveyInReach } from "../survey-in-reach.ts";
import { defineTool, fittingRows, ToolProblem, type ToolRequest } from "../tool.ts";
import { unknownQuestion } from "./get-results.ts";

const answerValue = z.object({
  question_id: z.string(),
  text: z.string().optional(),
  options: z.array(z.string()).optional().describe("What was chosen, in words; of files, their names."),
  rows: z.array(z.string()).optional().describe("Of a matrix or of several blanks: what each says."),
});

/** `list_answers`. */
export const listAnswersTool = defineTool({
  name: "list_answers",
  title: "List answers",
  description:
    "Reads single answers to a survey by ascending answer_id. Names, contact data, files, questions that are marked as personal, and arguments of links are left out unless with_personal is true and your person allowed it. To count, use get_results.",
  scope: "answers:read",
  effect: { readOnly: true, idempotent: true },
  input: z.strictObject({
    survey_id: surveyIdArgument,
    after: z
      .int()
      .min(0)
      .default(0)
      .describe("Only answers after this answer_id: `next` of the part before."),
    limit: z.int().min(1).max(100).default(20).describe("Answers in a part."),
    questions: z
      .array(z.string().max(100))
      .max(100)
      .optional()
      .describe("Only these questions, by id; leave it out for all."),
    with_personal: z
      .boolean()
      .default(false)
      .describe("Also names, contact data, file names, questions marked as personal, and arguments."),
  }),
  output: z.object({
    answers: z.array(
      z.object({
        answer_id: z.int(),
        ended_at: z.iso.datetime(),
        values: z.array(answerValue),
        respondent: z
          .object({ openid: z.string(), nickname: z.string() })
          .optional()
          .describe("With with_personal, of a respondent who was signed in."),
        arguments: z.record(z.string(), z.string()).optional().describe("With with_personal."),
      }),
    ),
    questions: z.array(z.object({ id: z.string(), title: z.string(), type: z.string() })),
    left_out: z.int().describe("Questions that were left out because they ask for personal data."),
    next: z.int().optional().describe("`after` of the next part; left out at the end."),
  }),
  showsTexts: true,
  async run({ survey_id: surveyId, after, limit, questions: asked, with_personal: withPersonal }, request) {
    const { id } = await surveyInReach(request, surveyId);
    if (withPersonal) await checkPersonal(request);
    const content = await readContent(request.store, id);
    const wanted = wantedQuestions(content, asked);
    const shown = wanted.filter((question) => withPersonal || !isPersonalQuestion(question));
    const found = await request.store.surveys.listAnswers({
      surveyId: id,
      lastAnswerId: after,
      perPage: limit + 1,
    });
    const view = answerViews(content, { shown, withPersonal });
    const answers = found.slice(0, limit).map((answer) => view(answer));
    const names = shown.map((question) => namesOf(question));
    const fitting = fittingRows(answers, 2048 + Buffer.byteLength(JSON.stringify(names)));
    const last = fitting.at(-1);
    const goesOn = last !== undefined && (fitting.length < answers.length || found.length > limit);
    return {
      answers: [...fitting],
      questions: names,
      left_out: wanted.length - shown.length,
      ...(goesOn && { next: last.answer_id }),
    };
  },
});

/** @throws `ToolProblem` */
async function checkPersonal({ store, agent: { principal } }: ToolRequest): Promise<void> {
  const isAllowed = principal.mode === "user" && (await mayReadPersonal(store.reader, principal.grantId));
  if (!isAllowed)
    throw new ToolProblem(
      "with_personal: your person has not allowed names and contact data. They can under Authorized applications.",
    );
}

/** @throws `ToolProblem` for a question that the survey does not have */
function wantedQuestions({ questions }: SurveyContent, asked: readonly string[] | undefined) {
  const all = questions.map(({ question }) => question);
  const unknown = asked?.findIndex((id) => !all.some((question) => question.id === id)) ?? -1;
  if (unknown !== -1) throw unknownQuestion(`questions[${unknown}]`);
  return all.filter(({ id }) => asked === undefined || asked.includes(id));
}

interface Shown {
  readonly shown: readonly Question[];
  readonly withPersonal: boolean;
}

function answerViews({ definitions }: SurveyContent, { shown, withPersonal }: Shown) {
  const pagesOf = new Map(definitions.map(({ version, definition }) => [version, definition.pages]));
  const ids = new Set(shown.map(({ id }) => id));
  return (answer: StoredAnswer) => {
    const values = parseValues(answer.valuesText);
    const described = describeAnswer(pagesOf.get(answer.version) ?? [], values);
    const given = described.filter(({ question, lines }) => ids.has(question.id) && lines.length > 0);
    return {
      answer_id: answer.answerId,
      ended_at: new Date(answer.endedAt).toISOString(),
      values: given.map((one) => valueOf(one, values[one.question.id])),
      ...(withPersonal && personalOf(answer)),
    };
  };
}

function valueOf({ question, lines }: DescribedAnswer, value: AnswerValue | undefined) {
  const { id: question_id } = question;
  if (typeof value === "string") return { question_id, text: lines.join("\n") };
  const isChoice = Array.isArray(value) || (value !== undefined && "options" in value && "blanks" in value);
  return isChoice ? { question_id, options: [...lines] } : { question_id, rows: [...lines] };
}

function personalOf({ respondentOpenid: openid, respondentNickname: nickname, argumentsText }: StoredAnswer) {
  const isNamed = openid !== "" || nickname !== "";
  const given = parseCustomArguments(argumentsText);
  return {
    ...(isNamed && { respondent: { openid, nickname } }),
    ...(Object.keys(given).length > 0 && { arguments: { ...given } }),
  };
}
