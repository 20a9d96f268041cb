import { runSteps } from "@survey-open-platform/database";
import { answerReference, changeAnswer, findAnswer } from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { ParameterProblem } from "../../../http/parameters.ts";
import type { Store } from "../../../store/store.ts";
import { writeEndpoint } from "../write-endpoint.ts";
import { answerPath } from "./answer-endpoint.ts";
import { answerField, readGivenAnswer } from "./given-answer.ts";
import { writtenAnswerSchema } from "./submit-answer-endpoint.ts";
import { lockOfAnswers, surveyToAnswer } from "./survey-to-answer.ts";
import { scopesOf } from "../../../model/scopes.ts";

/** `POST /api/surveys/{survey_id}/answers/{answer_id}`: replaces what was answered. */
export function changeAnswerEndpoint(store: Store) {
  return writeEndpoint(store, {
    method: "POST",
    operationId: "changeAnswer",
    bearerScopes: scopesOf("answers:write"),
    path: "/api/surveys/{survey_id}/answers/{answer_id}",
    summary: "Change an answer",
    description:
      "The whole answer is replaced; its serial and its times stay. The survey has to collect, and to allow that respondents change answers.",
    pathParameters: answerPath,
    body: z.object({ answer: answerField }),
    data: writtenAnswerSchema,
    errors: ["not_found"],
    locks: lockOfAnswers,
    async write(request) {
      const { transaction, path, body: fields } = request;
      const answer = answerReference(path["answer_id"] ?? "");
      if (answer === undefined) throw new ParameterProblem("answer_id", "is neither a serial nor a hash");
      const { survey, definition } = await surveyToAnswer(request);
      const surveyId = survey.id;
      const found = await runSteps(transaction, findAnswer({ surveyId, answer }));
      if (found === undefined) throw new PlatformError("not_found");
      const { customArguments, allowsAnswerUpdates } = survey.settings;
      if (!allowsAnswerUpdates)
        throw new PlatformError("permission_denied", {
          message: "The survey does not allow answers to be changed.",
        });
      const read = readGivenAnswer(fields.answer, { definition, customArguments });
      const change = { surveyId, answer, version: survey.version, ...read };
      if (!(await runSteps(transaction, changeAnswer(change, store.answerWriteContext))))
        throw new PlatformError("not_found");
      return { survey_id: surveyId, answer_id: found.answerId };
    },
  });
}
