import { z } from "zod";
import { jsonText, type JsonText } from "../../../http/envelope.ts";
import {
  countField,
  idField,
  type PlatformZone,
  printSurveyText,
  secondsField,
  type SurveyPage,
  surveyPageSchema,
  surveyScene,
  surveyState,
  textTimeField,
  unixSeconds,
} from "@survey-open-platform/surveys";
import type { ListedSurvey, StoredSurvey } from "../../../store/surveys/survey-table.ts";
import { jsonWriter, stored } from "../json-writer.ts";

/*
 * Surveys on the wire. The schemas are the one source: types, the reference and the serializers are made from them.
 */

const sceneSchema = z.literal(Object.values(surveyScene)).meta({
  description:
    "What the survey is for: 1 survey, 3 exam, 4 report, 5 360-degree review, 6 assessment, 7 registration, 8 vote, 9 chain sign-in.",
});

const stateSchema = z
  .literal(Object.values(surveyState))
  .meta({ description: "Whether it takes answers: 0 draft, 2 collecting, 3 paused." });

const head = {
  id: idField.meta({ description: "Id of the survey; may pass 32 bits." }),
  hash: z
    .string()
    .regex(/^[0-9a-f]{4,64}$/)
    .meta({ description: "Random hex, part of the public fill-in address /s2/{id}/{hash}/." }),
};

const body = {
  scene: sceneSchema,
  title: z.string().meta({ description: "Title of the survey." }),
  prefix: z.string().meta({ description: "Welcome text." }),
  suffix: z.string().meta({ description: "Ending text." }),
  pages: stored(z.array(surveyPageSchema).meta({ description: "The survey's pages, in order." })),
  page_count: countField.meta({ description: "Number of pages." }),
  topic_count: countField.meta({ description: "Number of entries on all pages, descriptions included." }),
};

const window = {
  started_at: textTimeField.meta({
    description: 'When collecting starts, in the platform\'s zone; "" when not set.',
  }),
  end_at: textTimeField.meta({
    description: 'When collecting ends, in the platform\'s zone; "" when not set.',
  }),
};

const end = {
  state: stateSchema,
  template_id: countField.meta({ description: "Template that the survey was made from; 0 for none." }),
  creator_user_id: idField.meta({ description: "User who made the survey." }),
  answer_count: countField.meta({ description: "Answers collected so far." }),
};

const settings = {
  login_check: z.boolean().meta({ description: "Whether respondents have to sign in." }),
  redirect_url: z.string().meta({
    description: 'Where respondents are sent after their answer; "" for nowhere.',
  }),
  is_allow_update_answer: z.boolean().meta({
    description: "Whether respondents may change an answer that they gave.",
  }),
};

const textTimes = {
  created_at: textTimeField.meta({ description: "When it was made, in the platform's zone." }),
  updated_at: textTimeField.meta({ description: "When it was last changed, in the platform's zone." }),
};

/** Data of GET /api/surveys/{survey_id}. */
export const surveySchema = z
  .object({ ...head, ...body, ...window, ...textTimes, ...end, ...settings })
  .meta({ id: "Survey", description: "A survey with its questions." });

/** Data of GET /api/surveys/{survey_id}/legacy. */
export const legacySurveySchema = z
  .object({
    ...head,
    ...body,
    startTime: secondsField.meta({
      description: "When collecting starts, in seconds since 1970; 0 when not set.",
    }),
    endTime: secondsField.meta({
      description: "When collecting ends, in seconds since 1970; 0 when not set.",
    }),
    ...window,
    createTime: secondsField.meta({ description: "When it was made, in seconds since 1970." }),
    updateTime: secondsField.meta({ description: "When it was last changed, in seconds since 1970." }),
    ...end,
    ...settings,
    text: z.string().meta({
      description: "Title, welcome text and questions in the text form, with Chinese labels.",
    }),
  })
  .meta({ id: "LegacySurvey", description: "A survey with its questions, in the older spelling." });

const surveyListItemSchema = z
  .object({
    ...head,
    title: body.title,
    state: stateSchema,
    scene: sceneSchema,
    answer_count: end.answer_count,
    ...textTimes,
  })
  .meta({ id: "SurveyListItem", description: "A survey without its questions." });

/** Data of GET /api/surveys. */
export const surveyListSchema = z
  .object({
    total: countField.meta({ description: "Surveys on all pages." }),
    list: z.array(surveyListItemSchema).meta({ description: "This page's surveys, ascending by id." }),
  })
  .meta({ id: "SurveyList", description: "A page of surveys." });

const writeSurvey = jsonWriter(surveySchema);
const writeLegacySurvey = jsonWriter(legacySurveySchema);
const writeSurveyList = jsonWriter(surveyListSchema);

/** A survey in the newer spelling: text times, no camel-case twins. */
export function surveyJson(survey: StoredSurvey, zone: PlatformZone): JsonText {
  return writeSurvey({ ...surveyFields(survey, zone), ...textTimesOf(survey, zone) });
}

/** A survey in the older spelling: integer seconds in camel case, beside the newer window fields. */
export function legacySurveyJson(survey: StoredSurvey, zone: PlatformZone): JsonText {
  return writeLegacySurvey({
    ...surveyFields(survey, zone),
    startTime: unixSeconds(survey.startedAt),
    endTime: unixSeconds(survey.endAt),
    createTime: unixSeconds(survey.createdAt),
    updateTime: unixSeconds(survey.updatedAt),
    text: textOf(survey),
  });
}

/** A page of surveys. `total` counts those on all pages. */
export function surveyListJson(
  total: number,
  surveys: readonly ListedSurvey[],
  zone: PlatformZone,
): JsonText {
  const list = surveys.map((survey) => ({ ...summaryFields(survey), ...textTimesOf(survey, zone) }));
  return writeSurveyList({ total, list });
}

function textOf({ title, prefix, pagesJson }: StoredSurvey): string {
  // Pages are stored only as they were built.
  const pages = JSON.parse(pagesJson) as readonly SurveyPage[];
  return printSurveyText({ title, prefix, pages }, "zh-CN");
}

function summaryFields({ id, hash, title, state, scene, answerCount }: ListedSurvey) {
  return { id, hash, title, state, scene, answer_count: answerCount };
}

function textTimesOf({ createdAt, updatedAt }: ListedSurvey, zone: PlatformZone) {
  return { created_at: zone.format(createdAt), updated_at: zone.format(updatedAt) };
}

function surveyFields(survey: StoredSurvey, zone: PlatformZone) {
  return {
    ...summaryFields(survey),
    prefix: survey.prefix,
    suffix: survey.suffix,
    pages: jsonText(survey.pagesJson),
    page_count: survey.pageCount,
    topic_count: survey.questionCount,
    started_at: zone.format(survey.startedAt),
    end_at: zone.format(survey.endAt),
    template_id: survey.templateId,
    creator_user_id: survey.creatorUserId,
    login_check: survey.requiresSignIn === 1,
    redirect_url: survey.redirectUrl,
    is_allow_update_answer: survey.allowsAnswerUpdates === 1,
  };
}
