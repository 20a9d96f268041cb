import { countField, factsQuestionId, type PlatformZone } from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { integerField } from "../../../http/body-fields.ts";
import type { WriteEndpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { ParameterProblem } from "../../../http/parameters.ts";
import type { Store } from "../../../store/store.ts";
import { readInCall } from "../read-in-call.ts";
import { tokenCheck, tokenErrors } from "../token-authentication.ts";
import {
  countedInterval,
  countedIntervals,
  frequencies,
  meanSeconds,
  reportIntervals,
  trendsOf,
} from "./report.ts";
import { findReachableSurvey, surveyPath } from "./survey-reach.ts";
import { scopesOf } from "../../../model/scopes.ts";

const secondBounds = { minimum: 0, maximum: 253_370_000_000 };

const body = z.object({
  from: integerField(
    "Only answers from this hour on, in seconds since 1970; all unless given",
    secondBounds,
  ).optional(),
  to: integerField(
    "Only answers before this hour, in seconds since 1970; all unless given",
    secondBounds,
  ).optional(),
  interval: z
    .enum(reportIntervals, `must be one of ${reportIntervals.join(", ")}`)
    .default("1d")
    .meta({
      description:
        "Length of the intervals of trends; 1h is the shortest that is counted, and what a shorter one gives",
    }),
});

const keyCount = z.object({
  key: z.string().meta({ description: "What is counted." }),
  count: countField.meta({ description: "How many answers." }),
});

const counts = (description: string) => z.array(keyCount).meta({ description });

const placeCount = keyCount.extend({
  children: z.array(keyCount).meta({ description: "The parts of the place." }),
});

const data = z.object({
  duration_avg: countField.meta({
    description: "Mean duration in seconds, to about a twelfth; 0 without answers.",
  }),
  status: counts("Valid answers, and invalid ones, of which there are none."),
  channel: counts("Where respondents came from, the most frequent first."),
  location: z.array(placeCount).meta({
    description: "Always empty: the platform does not look up where addresses are, and keeps none for long.",
  }),
  ua_device: counts("Classes of device, the most frequent first."),
  ua_os: counts(
    "Operating systems of the devices, the most frequent first; unknown for answers before this was counted.",
  ),
  interval: z.enum(countedIntervals).meta({
    description:
      "Length of the intervals of trends: 1h where a shorter one was asked for, since answers are counted by the hour.",
  }),
  trends: counts(
    "Answers per interval, by its start in ms since 1970 as text; intervals without answers are left out.",
  ),
});

/** `POST /api/surveys/{survey_id}/report_aggs`: counts the answers of a survey. It reads tallies and changes nothing. */
export function reportEndpoint(
  store: Store,
  zone: PlatformZone,
): WriteEndpoint<typeof tokenParameters, typeof data, typeof body> {
  return {
    method: "POST",
    operationId: "getReport",
    bearerScopes: scopesOf("answers:read"),
    path: "/api/surveys/{survey_id}/report_aggs",
    summary: "Count a survey's answers",
    description:
      "From tallies by the hour, as fast for a million answers as for ten. A token for reading is enough.",
    pathParameters: surveyPath,
    parameters: tokenParameters,
    body,
    data,
    errors: [...tokenErrors, "not_found"],
    checkToken: tokenCheck(store),
    async write(token, { from, to, interval }, { path }) {
      if (from !== undefined && to !== undefined && to <= from)
        throw new ParameterProblem("to", "is not after from");
      const survey = await readInCall(store, () =>
        findReachableSurvey(store, { token, path }, store.findSurveyHead),
      );
      if (survey instanceof PlatformError) throw survey;
      const filter = { from: milliseconds(from), to: milliseconds(to) };
      const [tallies, hours] = await Promise.all([
        store.surveys.tallies({ surveyId: survey.id, questionIds: [], ...filter }),
        store.surveys.countByHour(survey.id, filter),
      ]);
      const facts = tallies.get(factsQuestionId) ?? new Map<string, number>();
      const { status, channel, devices, systems } = frequencies(facts);
      const known = { status, channel, location: [], ua_device: devices, ua_os: systems };
      const counted = countedInterval(interval);
      const trends = trendsOf(hours, counted, zone);
      return { duration_avg: meanSeconds(facts), ...known, interval: counted, trends };
    },
  };
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
