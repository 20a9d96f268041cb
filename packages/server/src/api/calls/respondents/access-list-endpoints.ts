import { runSteps } from "@survey-open-platform/database";
import { answersLock } from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { integerField, listField } from "../../../http/body-fields.ts";
import { defineEndpoint, type Endpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { integerParameter } from "../../../http/parameters.ts";
import {
  allowRespondents,
  disallowRespondents,
  listAccess,
} from "../../../store/surveys/respondent-access-table.ts";
import type { Store } from "../../../store/store.ts";
import { reachOfOwner } from "../../../store/surveys/survey-reach.ts";
import { surveyIdIn, surveyPath } from "../surveys/survey-reach.ts";
import { emptyData, emptyObject } from "../empty-data.ts";
import { idBounds, readingTeam, writingTeam } from "../team-caller.ts";
import { tokenCheck, tokenErrors } from "../token-authentication.ts";
import { writeEndpoint, type WriteDefinition } from "../write-endpoint.ts";
import { scopesOf } from "../../../model/scopes.ts";

/** Of the kinds of lists there is one here: accounts of a third party. */
const thirdPartyList = 11;
const mostRespondents = 100;
const rowsPerPage = 100;

const body = z.object({
  type: integerField("Kind of list; 11: accounts of a third party", { minimum: 0, maximum: 1000 }),
  respondent_ids: listField(
    "Ids of 1 to 100 respondents, as the accounts have them",
    integerField("Id of a respondent", idBounds),
    10_000,
  ),
});

/** The calls about who may answer a survey. */
export function accessListEndpoints(store: Store): readonly Endpoint[] {
  return [allowing(store), disallowing(store), listing(store)];
}

function allowing(store: Store): Endpoint {
  return writeEndpoint(store, {
    ...changeOf(store, allowRespondents),
    operationId: "allowRespondents",
    path: "/api/surveys/{survey_id}/respondent/access_list/batch",
    summary: "Allow respondents to answer a survey",
    description:
      "Puts accounts of the application on the list of a survey. From then on only those on the list may answer it, also when the list gets empty. They are participants, each with a link of their own. Team mode only.",
  });
}

function disallowing(store: Store): Endpoint {
  return writeEndpoint(store, {
    ...changeOf(store, disallowRespondents),
    operationId: "disallowRespondents",
    path: "/api/surveys/{survey_id}/respondent/access_list/batch_delete",
    summary: "Take respondents off the list of a survey",
    description:
      "Takes accounts of the application off the list of a survey; those not on it are ignored, and their links as participants open nothing any more. Team mode only.",
  });
}

type ListChange = Omit<
  WriteDefinition<typeof body, typeof emptyObject>,
  "operationId" | "path" | "summary" | "description"
>;

function changeOf(store: Store, change: typeof allowRespondents): ListChange {
  return {
    method: "POST",
    bearerScopes: scopesOf("surveys:write"),
    pathParameters: surveyPath,
    body,
    data: emptyObject,
    errors: ["claim_error", "not_found", "invalid_type", "invalid_list_length", "user_not_found"],
    // Answers are stored before the change, or by the list that it leaves.
    locks: ({ path }) => [answersLock(surveyIdIn(path))],
    async write(request) {
      const { teamId, applicationId, actor } = await writingTeam(request);
      const { type, respondent_ids: given } = request.body;
      const surveyId = surveyIdIn(request.path);
      const survey = await runSteps(
        request.transaction,
        store.findSurveyHead({ surveyId, ...reachOfOwner(teamId) }),
      );
      if (survey === undefined) throw new PlatformError("not_found");
      if (type !== thirdPartyList) throw new PlatformError("invalid_type");
      if (given.length === 0 || given.length > mostRespondents)
        throw new PlatformError("invalid_list_length");
      const respondentIds = [...new Set(given)];
      const changed = { surveyId, applicationId, respondentIds, actor };
      if (!(await change(request.transaction, changed, store.outbox)))
        throw new PlatformError("user_not_found");
      return emptyData;
    },
  };
}

const listRespondentsParameters = tokenParameters.extend({
  last_id: integerParameter(
    "Id of the last entry of the page before; 0 for the first page",
    idBounds,
  ).default(0),
});

const listRespondentsData = z.object({
  list: z
    .array(
      z
        .object({
          id: z.int().meta({ description: "Id of the entry" }),
          respondent_id: z.int().meta({ description: "Id of the respondent" }),
        })
        .meta({ id: "AccessListEntry", description: "A respondent who may answer." }),
    )
    .meta({ description: "This page's entries, descending by id" }),
});

function listing(store: Store): Endpoint {
  return defineEndpoint({
    operationId: "listRespondents",
    bearerScopes: scopesOf("surveys:read"),
    path: "/api/surveys/{survey_id}/respondent/access_list",
    summary: "List the respondents who may answer a survey",
    description:
      "At most 100 entries, descending by id. Send the last id of a page to get the next one. Team mode only.",
    pathParameters: surveyPath,
    parameters: listRespondentsParameters,
    data: listRespondentsData,
    errors: [...tokenErrors, "claim_error", "not_found"],
    checkToken: tokenCheck(store),
    *read({ last_id: lastId, ...token }, request) {
      const caller = yield* readingTeam(store, token);
      if (caller instanceof PlatformError) return caller;
      const surveyId = surveyIdIn(request.path);
      const survey = yield* store.findSurveyHead({ surveyId, ...reachOfOwner(caller.teamId) });
      if (survey === undefined) throw new PlatformError("not_found");
      const list = yield* listAccess({ surveyId, lastId, limit: rowsPerPage });
      if (list.length === 0) request.noteEmptyPage();
      return { list: list.map(({ id, respondentId }) => ({ id, respondent_id: respondentId })) };
    },
  });
}
