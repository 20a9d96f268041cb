import { z } from "zod";
import { jsonText, type JsonText } from "../../../http/envelope.ts";
import {
  answerPageSchema,
  type AnswerRecord,
  type AnswerText,
  countField,
  idField,
  type PlatformZone,
  textTimeField,
} from "@survey-open-platform/surveys";
import { jsonList, jsonString, rowWriter } from "../json-writer.ts";

/*
 * Answers on the wire. The schemas are the one source: types, the reference and the serializers are made from them.
 */

/** The respondent of an answer, where an application knows it. */
export const thirdPartyUserSchema = z
  .object({
    respondent_id: countField.meta({ description: "Identity of the respondent; 0 when anonymous." }),
    openid: z
      .string()
      .meta({ description: 'The respondent\'s id at the third party; "" when there is none.' }),
    nickname: z
      .string()
      .meta({ description: 'The respondent\'s name at the third party; "" when there is none.' }),
  })
  .meta({ id: "ThirdPartyUser", description: "The respondent as an account of a third party." });

const answerId = idField.meta({
  description: "Serial of the answer within its survey, from 1, ascending; a deleted answer leaves a gap.",
});

/** The text of consent of an answer. */
export const consentVersionField = z.int().min(1).optional().meta({
  description: "Version of the text that the respondent agreed to; left out where nothing was asked.",
});

const answerTail = {
  openid: z.string().meta({ description: "Always empty.", deprecated: true }),
  respondent_type: countField.meta({
    description: "Kind of respondent: 11 for an account of a third party, else 0.",
  }),
  respondent_nickname: z.string().meta({ description: 'The respondent\'s name; "" when anonymous.' }),
  started_at: textTimeField.meta({ description: "When filling in began, in the platform's zone." }),
  ended_at: textTimeField.meta({ description: "When it was sent, in the platform's zone." }),
  score: z.null().meta({ description: "Always null: surveys are not graded here." }),
  third_party_user: thirdPartyUserSchema,
  answer: z.array(answerPageSchema).meta({ description: "What was answered, page by page." }),
  consent_version: consentVersionField,
};

const listItemSchema = z.object({
  answer_id: answerId,
  qq: countField.meta({ description: "Identity of the respondent; 0 when anonymous." }),
  wechat_work_user: z.record(z.string(), z.unknown()).meta({ description: "Always the empty object." }),
  ...answerTail,
});

/** One answer of a list. */
export const answerListItemSchema = listItemSchema
  .extend({
    updated_at: z
      .string()
      .optional()
      .meta({
        description: "When it was last sent or changed, in RFC 3339 and UTC; only where it is asked for.",
        examples: ["2026-11-22T00:05:00.000Z"],
      }),
  })
  .meta({ id: "AnswerListItem", description: "One answer of a list." });

/** Data of GET /api/surveys/{survey_id}/answers. */
export const answerListSchema = z
  .object({
    total: countField.meta({
      description: "Answers of the survey, also where since or until leaves some out.",
    }),
    last_answer_id: countField.meta({
      description:
        "Greatest serial on this page, to be sent for the next one; past the end the one that was sent; 0 when there are no answers.",
    }),
    list: z.array(answerListItemSchema).meta({ description: "This page's answers, ascending by serial." }),
  })
  .meta({ id: "AnswerList", description: "A page of answers." });

/** Data of GET /api/surveys/{survey_id}/answers/{answer_id}. */
export const answerDetailSchema = z
  .object({
    survey_id: idField.meta({ description: "Id of the survey." }),
    answer_id: answerId,
    respondent_id: countField.meta({ description: "Identity of the respondent; 0 when anonymous." }),
    ...answerTail,
  })
  .meta({ id: "AnswerDetail", description: "One answer." });

/** Type of a respondent who is an account of a third party, as in lists of who may answer. */
const thirdPartyRespondent = 11;

/** How answers are written: the zone of their times, and what was answered. */
export interface AnswerWriting {
  readonly zone: PlatformZone;
  readonly textOf: AnswerText;
}

interface AnswerRow extends AnswerWriting {
  readonly answer: AnswerRecord;
}

const writeThirdPartyUser = rowWriter<AnswerRecord>()(thirdPartyUserSchema, {
  respondent_id: (answer) => answer.respondentId,
  openid: (answer) => jsonString(answer.respondentOpenid),
  nickname: (answer) => jsonString(answer.respondentNickname),
});

const answerTexts = {
  answer_id: ({ answer }: AnswerRow) => answer.answerId,
  openid: jsonString(""),
  respondent_type: ({ answer }: AnswerRow) => (answer.respondentOpenid === "" ? 0 : thirdPartyRespondent),
  respondent_nickname: ({ answer }: AnswerRow) => jsonString(answer.respondentNickname),
  started_at: { plain: ({ answer, zone }: AnswerRow) => zone.format(answer.startedAt) },
  ended_at: { plain: ({ answer, zone }: AnswerRow) => zone.format(answer.endedAt) },
  score: jsonText("null"),
  third_party_user: ({ answer }: AnswerRow) => writeThirdPartyUser(answer),
  answer: ({ answer, textOf }: AnswerRow) => jsonText(textOf(answer)),
};

const consentText = { consent_version: ({ answer }: AnswerRow) => answer.consentVersion };

const listItemTexts = {
  ...answerTexts,
  qq: ({ answer }: AnswerRow) => answer.respondentId,
  wechat_work_user: jsonText("{}"),
};

const withoutConsent = listItemSchema.omit({ consent_version: true });

const writeListItem = rowWriter<AnswerRow>()(withoutConsent, listItemTexts);

const writeAgreedListItem = rowWriter<AnswerRow>()(listItemSchema, {
  ...listItemTexts,
  ...consentText,
});

/** Most answers of long lists have no respondent: what would be said of one is the same for all of them. */
const writeAnonymousListItem = rowWriter<AnswerRow>()(withoutConsent, {
  ...listItemTexts,
  qq: jsonText("0"),
  respondent_type: jsonText("0"),
  respondent_nickname: jsonString(""),
  third_party_user: jsonText('{"respondent_id":0,"openid":"","nickname":""}'),
});

/** One answer of a list. */
export function answerListItemJson(row: AnswerRow): JsonText {
  const { respondentId, respondentOpenid, respondentNickname, consentVersion } = row.answer;
  if (consentVersion > 0) return writeAgreedListItem(row);
  const isAnonymous = respondentId === 0 && respondentOpenid === "" && respondentNickname === "";
  return isAnonymous ? writeAnonymousListItem(row) : writeListItem(row);
}

const detailTexts = {
  ...answerTexts,
  survey_id: ({ answer }: AnswerRow) => answer.surveyId,
  respondent_id: ({ answer }: AnswerRow) => answer.respondentId,
};

const writeAnswer = rowWriter<AnswerRow>()(answerDetailSchema.omit({ consent_version: true }), detailTexts);

const writeAgreedAnswer = rowWriter<AnswerRow>()(answerDetailSchema, { ...detailTexts, ...consentText });

/** One page of a survey's answers, ascending by serial. */
export interface AnswerSlice {
  /** Answers that the survey has, on all pages. */
  readonly total: number;
  readonly answers: readonly AnswerRecord[];
  /** The cursor that was sent; 0 for the beginning. */
  readonly lastAnswerId: number;
  /** Whether each answer has the time of its last change. Default false. */
  readonly withUpdates?: boolean;
}

const writeSlice = rowWriter<AnswerSlice & AnswerWriting>()(answerListSchema, {
  total: ({ total }) => total,
  last_answer_id: ({ total, answers, lastAnswerId }) =>
    answers.at(-1)?.answerId ?? (total === 0 ? 0 : lastAnswerId),
  list: ({ answers, withUpdates = false, zone, textOf }) =>
    jsonList(answers, (answer) => {
      const item = answerListItemJson({ answer, zone, textOf });
      return withUpdates ? withUpdate(item, answer) : item;
    }),
});

function withUpdate(item: JsonText, { changedAt, endedAt }: AnswerRecord): string {
  return `${item.slice(0, -1)},"updated_at":"${new Date(changedAt ?? endedAt).toISOString()}"}`;
}

/**
 * A page of answers.
 *
 * `last_answer_id` is the greatest serial on the page. On an empty page past the end it is the one that was sent, so
 * that a client that keeps asking stays there; 0 when there are no answers.
 */
export function answerListJson(slice: AnswerSlice, writing: AnswerWriting): JsonText {
  return writeSlice({ ...slice, ...writing });
}

/** One answer asked for alone. */
export function answerDetailJson(answer: AnswerRecord, writing: AnswerWriting): JsonText {
  const write = answer.consentVersion > 0 ? writeAgreedAnswer : writeAnswer;
  return write({ answer, ...writing });
}
