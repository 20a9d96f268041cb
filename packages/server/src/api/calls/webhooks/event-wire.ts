import { answerPageSchema, countField, idField, textTimeField } from "@survey-open-platform/surveys";
import { z } from "zod";
import type { DescribedEvent } from "../../reference/described-event.ts";
import { consentVersionField, thirdPartyUserSchema } from "../answers/answer-wire.ts";

/*
 * Events as webhooks get them. They are written where they happen, for each answer and survey; a test holds them to these schemas.
 */

const frame = {
  id: z.uuid().meta({ description: "The same for every attempt to deliver the event." }),
  created_at: textTimeField.meta({ description: "When it happened, in the platform's zone." }),
};

const answerName = {
  survey_id: idField.meta({ description: "Id of the survey." }),
  survey_hash: z.string().meta({ description: "Part of its public address." }),
  answer_id: idField.meta({ description: "Serial of the answer within its survey." }),
};

const empty = z.string().meta({ description: "Always empty." });

const answerPayloadSchema = z
  .object({
    ...answerName,
    respondent_id: countField.meta({ description: "Identity of the respondent; 0 when anonymous." }),
    respondent_type: countField.meta({ description: "11 for an account of a third party, else 0." }),
    openid: empty,
    started_at: textTimeField.meta({ description: "When filling in began." }),
    ended_at: textTimeField.meta({ description: "When it was sent." }),
    duration: countField.meta({ description: "Seconds between the two." }),
    country: empty,
    province: empty,
    city: empty,
    ip: z.string().meta({ description: 'The respondent\'s address; "" once it is not kept any more.' }),
    ua: z.string().meta({ description: "Class of the browser, such as phone." }),
    referrer: z.string().meta({ description: "The page before the survey." }),
    third_party_user: thirdPartyUserSchema,
    answer: z.array(answerPageSchema).meta({
      description:
        "What was answered, page by page; with the title of each question where titles are asked for.",
    }),
    consent_version: consentVersionField,
    survey_title: z
      .string()
      .optional()
      .meta({ description: "The survey's title, where titles are asked for." }),
  })
  .meta({ id: "AnswerPayload", description: "The answer that an event is about." });

const answerEventSchema = z
  .object({
    ...frame,
    object: z.literal("Answer").meta({ description: "What it is about." }),
    action: z.enum(["answer.create", "answer.update"]).meta({ description: "What happened." }),
    payload: answerPayloadSchema,
  })
  .meta({ id: "AnswerEvent", description: "An answer was sent or changed." });

const deletedAnswerSchema = z
  .object({
    ...answerName,
    answer_hash: z.string().meta({ description: "The hash by which calls find an answer too." }),
  })
  .meta({ id: "DeletedAnswer", description: "Which answer was deleted, and nothing that it said." });

const answerDeletedEventSchema = z
  .object({
    ...frame,
    object: z.literal("Answer").meta({ description: "What it is about." }),
    action: z.literal("answer.delete").meta({ description: "What happened." }),
    payload: deletedAnswerSchema,
  })
  .meta({ id: "AnswerDeletedEvent", description: "An answer was deleted." });

const surveyPayloadSchema = z
  .object({
    object: z.literal("Survey").meta({ description: "Always Survey." }),
    id: idField.meta({ description: "Id of the survey." }),
    hash: z.string().meta({ description: "Part of its public address." }),
    title: z.string().meta({ description: "Its title." }),
    owner_user_id: idField.meta({ description: "The user or team that it belongs to." }),
    editor_user_id: countField.meta({ description: "Who changed it; 0 for a program." }),
    state: z.literal([0, 2, 3]).meta({ description: "0 draft, 2 collecting, 3 paused." }),
    created_at: textTimeField.meta({ description: "When it was created." }),
    updated_at: textTimeField.meta({ description: "When it last changed." }),
    trace_id: z.string().meta({ description: "The id of the event." }),
  })
  .meta({ id: "SurveyPayload", description: "The survey that an event is about." });

const surveyEventSchema = z
  .object({
    ...frame,
    object: z.literal("Survey").meta({ description: "What it is about." }),
    action: z
      .enum(["survey.created", "survey.updated", "survey.deleted"])
      .meta({ description: "What happened." }),
    payload: surveyPayloadSchema,
  })
  .meta({ id: "SurveyEvent", description: "A survey was created, changed, published or deleted." });

const testEventSchema = z
  .object({
    ...frame,
    object: z.literal("Webhook").meta({ description: "What it is about." }),
    action: z.literal("webhook.test").meta({ description: "What happened." }),
    payload: z
      .object({
        webhook_id: idField.meta({ description: "Id of the webhook." }),
        newest_answer: answerPayloadSchema.nullable().meta({
          description:
            "The newest answer, as its event has it, for a webhook that gets answers; null while there is none.",
        }),
      })
      .meta({ id: "TestPayload", description: "The webhook that is tried out." }),
  })
  .meta({ id: "TestEvent", description: "Someone tries whether the webhook works." });

/** Every kind of event. */
export const webhookEvents: readonly DescribedEvent[] = [
  {
    name: "answerEvent",
    summary: "An answer was sent or changed",
    description: "To the webhooks of a survey, and to those of its owner that get answers.",
    body: answerEventSchema,
  },
  {
    name: "answerDeletedEvent",
    summary: "An answer was deleted",
    description:
      "To the webhooks of a survey, and to those of its owner that get answers. Events of the answer that were not delivered by then come as its deletion too.",
    body: answerDeletedEventSchema,
  },
  {
    name: "surveyEvent",
    summary: "A survey was created, changed, published or deleted",
    description: "To the webhooks of the user or team that the survey belongs to.",
    body: surveyEventSchema,
  },
  {
    name: "testEvent",
    summary: "Someone tries whether the webhook works",
    description: "Sent when a webhook is switched on, and on request.",
    body: testEventSchema,
  },
];
