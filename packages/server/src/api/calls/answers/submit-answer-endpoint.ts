import { runSteps } from "@survey-open-platform/database";
import { addSubmissions, idField, type Submission, userAgentClass } from "@survey-open-platform/surveys";
import { z } from "zod";
import { integerField } from "../../../http/body-fields.ts";
import { ParameterProblem } from "../../../http/parameters.ts";
import { participantKey } from "../../../model/participant.ts";
import { personKey } from "../../../model/respondent-rules.ts";
import type { StoreQueries } from "../../../store/statements/queries.ts";
import type { Store } from "../../../store/store.ts";
import { findParticipant, hasAccountAnswered } from "../../../store/surveys/participant-table.ts";
import { surveyPath } from "../surveys/survey-reach.ts";
import { writeEndpoint } from "../write-endpoint.ts";
import { type GivenAnswer, newAnswerField, readGivenAnswer } from "./given-answer.ts";
import { namedRespondent } from "./named-respondent.ts";
import { lockOfAnswers, refusedAnswer, surveyToAnswer, type SurveyToAnswer } from "./survey-to-answer.ts";
import { scopesOf } from "../../../model/scopes.ts";

const respondentBounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const body = z.object({
  respondent_id: integerField(
    "Who answers: a third-party account of the application; 0 for an anonymous respondent",
    respondentBounds,
  ).default(0),
  answer: newAnswerField,
});

/** What both calls that write an answer return. */
export const writtenAnswerSchema = z.object({
  survey_id: idField.meta({ description: "Id of the survey." }),
  answer_id: idField.meta({ description: "Serial of the answer within its survey." }),
});

/** How results name answers that a program sent. */
const channel = "api";

/** `POST /api/surveys/{survey_id}/answers`: sends an answer. */
export function submitAnswerEndpoint(store: Store) {
  return writeEndpoint(store, {
    method: "POST",
    operationId: "submitAnswer",
    bearerScopes: scopesOf("answers:write"),
    path: "/api/surveys/{survey_id}/answers",
    summary: "Send an answer",
    description:
      "By the rules of the survey's page: the survey has to collect, and each question that its rules show has to be answered as it asks. A team's application may name one of its third-party accounts as the respondent, by id, openid or both. Surveys whose respondents sign in or are on a list need one; a survey that each person may answer once takes one answer of each.",
    pathParameters: surveyPath,
    body,
    data: writtenAnswerSchema,
    errors: ["not_found"],
    locks: lockOfAnswers,
    async write(request) {
      const { transaction, body: fields } = request;
      const asked = await surveyToAnswer(request);
      const { openid, open_id: openId, ...given } = fields.answer;
      if (openid !== "" && openId !== "" && openid !== openId)
        throw new ParameterProblem("answer", "has an open_id that differs from its openid");
      const named = { respondentId: fields.respondent_id, openid: openid === "" ? openId : openid };
      const respondent = await namedRespondent(request, asked, named);
      const { id: surveyId } = asked.survey;
      const onceKey = await onceKeyOf(transaction, asked, respondent);
      const submission = { ...submissionOf(given, asked, respondent), onceKey };
      const [outcome] = await runSteps(
        transaction,
        addSubmissions(surveyId, [submission], store.answerWriteContext),
      );
      if (outcome === undefined || "refused" in outcome) throw refusedAnswer(outcome?.refused ?? "not_found");
      return { survey_id: surveyId, answer_id: outcome.answerId };
    },
  });
}

/**
 * Names who answers where each person answers once; null elsewhere. Somebody on the list is the same one who answers by their link.
 *
 * @throws `PlatformError` when they have answered
 */
async function onceKeyOf(
  transaction: StoreQueries,
  { survey: { id: surveyId, settings } }: SurveyToAnswer,
  respondent: Submission["respondent"],
): Promise<string | null> {
  if (settings.once !== "person" || respondent === undefined) return null;
  if (settings.isAnonymous) return personKey(respondent);
  const account = { surveyId, userId: respondent.id };
  const listed = await findParticipant(transaction, account);
  if (await hasAccountAnswered(transaction, account, listed)) throw refusedAnswer("already_answered");
  return listed === undefined ? personKey(respondent) : participantKey(listed.id);
}

function submissionOf(
  given: GivenAnswer,
  { survey, definition }: SurveyToAnswer,
  respondent: Submission["respondent"],
): Omit<Submission, "onceKey"> {
  const { customArguments, once, allowsAnswerUpdates } = survey.settings;
  return {
    surveyId: survey.id,
    version: survey.version,
    ...readGivenAnswer(given, { definition, customArguments }),
    respondent,
    startedAt: survey.now - given.time * 1000,
    channel,
    ua: userAgentClass(given.ua),
    referrer: given.referrer,
    // That of the program is not the respondent's.
    address: "",
    isChangeable: once === "person" && allowsAnswerUpdates,
  };
}
