import { z } from "zod";
import { jsonText, type JsonText } from "../http/envelope.ts";
import { answerPageSchema } from "../model/answer.ts";
import type { PlatformZone } from "../model/platform-time.ts";
import { countField, idField, textTimeField } from "../model/wire-fields.ts";
import type { StoredAnswer } from "../store/answer-table.ts";
import { jsonWriter, stored } from "./json-writer.ts";

/*
 * Answers on the wire. The schemas are the one source: types, the reference and the serializers are made from them.
 */

const thirdPartyUserSchema = z
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
  description: "Serial of the answer within its survey, from 1 without gaps.",
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
  answer: stored(z.array(answerPageSchema).meta({ description: "What was answered, page by page." })),
};

const answerListItemSchema = z
  .object({
    answer_id: answerId,
    qq: countField.meta({ description: "Identity of the respondent; 0 when anonymous." }),
    wechat_work_user: z.record(z.string(), z.unknown()).meta({ description: "Always the empty object." }),
    ...answerTail,
  })
  .meta({ id: "AnswerListItem", description: "One answer of a list." });

/** Data of GET /api/surveys/{survey_id}/answers. */
export const answerListSchema = z
  .object({
    total: countField.meta({ description: "Answers on all pages." }),
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

const writeAnswerList = jsonWriter(answerListSchema);
const writeAnswerDetail = jsonWriter(answerDetailSchema);

/** Type of a respondent who is an account of a third party, as in lists of who may answer. */
const thirdPartyRespondent = 11;

/** One page of a survey's answers, ascending by serial. */
export interface AnswerSlice {
  /** Answers that the survey has, on all pages. */
  readonly total: number;
  readonly answers: readonly StoredAnswer[];
  /** The cursor that was sent; 0 for the beginning. */
  readonly lastAnswerId: number;
}

/**
 * A page of answers.
 *
 * `last_answer_id` is the greatest serial on the page. On an empty page past the end it is the one that was sent, so
 * that a client that keeps asking stays there; 0 when there are no answers.
 */
export function answerListJson({ total, answers, lastAnswerId }: AnswerSlice, zone: PlatformZone): JsonText {
  const last = answers.at(-1)?.answerId ?? (total === 0 ? 0 : lastAnswerId);
  const list = answers.map((answer) => ({
    ...answerFields(answer, zone),
    qq: answer.respondent.respondentId,
    wechat_work_user: {},
  }));
  return writeAnswerList({ total, last_answer_id: last, list });
}

/** One answer asked for alone. */
export function answerDetailJson(answer: StoredAnswer, zone: PlatformZone): JsonText {
  const { surveyId, respondent } = answer;
  return writeAnswerDetail({
    ...answerFields(answer, zone),
    survey_id: surveyId,
    respondent_id: respondent.respondentId,
  });
}

function answerFields(answer: StoredAnswer, zone: PlatformZone) {
  const { respondentId, openid, nickname } = answer.respondent;
  return {
    answer_id: answer.answerId,
    openid: "",
    respondent_type: openid === "" ? 0 : thirdPartyRespondent,
    respondent_nickname: nickname,
    started_at: zone.format(answer.startedAt),
    ended_at: zone.format(answer.endedAt),
    score: null,
    third_party_user: { respondent_id: respondentId, openid, nickname },
    answer: jsonText(answer.pagesJson),
  };
}
