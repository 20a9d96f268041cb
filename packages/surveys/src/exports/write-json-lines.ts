import type { PlatformZone } from "../model/platform-time.ts";
import type { AnswerTable } from "./answer-table.ts";
import type { ExportedAnswer } from "./exported-answer.ts";

/**
 * Writes answers as JSON lines. Answers to questions are keyed by the ids of questions, options, rows and blanks; the
 * codebook says what they mean.
 */
export async function* writeJsonLines({
  answers,
  zone,
}: Omit<AnswerTable, "columns">): AsyncGenerator<Uint8Array> {
  for await (const batch of answers) {
    yield Buffer.from(batch.map((answer) => `${JSON.stringify(lineOf(answer, zone))}\n`).join(""));
  }
}

function lineOf(answer: ExportedAnswer, zone: PlatformZone) {
  return {
    answer_id: answer.answerId,
    version: answer.version,
    respondent_id: answer.respondentId,
    openid: answer.respondentOpenid,
    nickname: answer.respondentNickname,
    started_at: zone.format(answer.startedAt),
    ended_at: zone.format(answer.endedAt),
    channel: answer.channel,
    device: answer.device,
    custom_args: answer.customArguments,
    answers: answer.values,
  };
}
