import { runSteps } from "@survey-open-platform/database";
import type { ExportFilter } from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { integerParameter, momentParameter } from "../../../http/parameters.ts";
import { StreamedReply } from "../../../http/streamed-reply.ts";
import { whileAllowed } from "../../../session/while-allowed.ts";
import type { Store } from "../../../store/store.ts";
import { findReachableSurvey, surveyPath } from "../surveys/survey-reach.ts";
import { tokenCheck, tokenErrors } from "../token-authentication.ts";
import { answerTableSchema, tableFormats, writeAnswerTable } from "./answer-table-wire.ts";
import { scopesOf } from "../../../model/scopes.ts";

const longestPage = 1000;

const parameters = tokenParameters.extend({
  format: z.enum(["json", "csv", "jsonl"], { error: "must be json, csv or jsonl" }).default("json").meta({
    description:
      "json for a page in the envelope; csv or jsonl (JSON lines) for all answers as a file, without envelope",
  }),
  values: z
    .enum(["texts", "codes"], { error: "must be texts or codes" })
    .default("texts")
    .meta({ description: "Whether choices are the texts of their options, or numbers; default texts" }),
  heads: z
    .enum(["names", "titles", "codes"], { error: "must be names, titles or codes" })
    .default("names")
    .meta({
      description:
        "What columns are called: names, which stay the same in every version; titles, as people read them; or the codes of questions, with which choices are written by their codes, too. Default names",
    }),
  since: momentParameter(
    "Only answers that were sent or changed at this time or later, such as 2026-11-22T08:00:00+08:00",
  ).optional(),
  until: momentParameter("Only answers that were last sent or changed before this time").optional(),
  last_answer_id: integerParameter("Only answers after this one; 0 or absent to start", {
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
  }).default(0),
  per_page: integerParameter(
    "Answers looked at for a page of json; default 1000. More than 1000 counts as 1000",
    { minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  ).default(longestPage),
});

/** `GET /api/surveys/{survey_id}/table`: a row for each answer, a column for each question or option. */
export function answerTableEndpoint(store: Store) {
  return defineEndpoint({
    operationId: "getAnswerTable",
    bearerScopes: scopesOf("answers:read"),
    path: "/api/surveys/{survey_id}/table",
    summary: "Get the answers as a table",
    description:
      "A row for each answer and a column for each question, or for each option, row and blank of it. With format=json, a page of it: pass the last_answer_id of one page to get the next, while has_more is true. With format=csv or jsonl, all of it, sent while it is read; a response that breaks off is not whole. A refusal is an envelope in every format.",
    pathParameters: surveyPath,
    parameters,
    data: answerTableSchema,
    errors: [...tokenErrors, "not_found"],
    checkToken: tokenCheck(store),
    *read(
      { since, until, per_page: perPage, last_answer_id: after, format, values, heads, ...token },
      request,
    ) {
      const { path, requestId } = request;
      const find = () => findReachableSurvey(store, { token, path }, store.findSurveyHead);
      const survey = yield* find();
      if (survey instanceof PlatformError) return survey;
      const filter = filterOf(since, until);
      const range = { surveyId: survey.id, after, count: Math.min(perPage, longestPage) };
      const content = writeAnswerTable(store, {
        format,
        values,
        heads,
        range,
        filter,
        requestId,
      });
      const check = async () => {
        const found = await runSteps(store.reader, find());
        if (found instanceof PlatformError) throw found;
      };
      return new StreamedReply(tableFormats[format], whileAllowed(content, check));
    },
  });
}

function filterOf(since: string | undefined, until: string | undefined): ExportFilter {
  return {
    ...(since !== undefined && { updatedFrom: Date.parse(since) }),
    ...(until !== undefined && { updatedTo: Date.parse(until) }),
  };
}
