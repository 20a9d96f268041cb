import type { PlatformZone } from "../model/platform-time.ts";
import type { AnswerTable } from "./answer-table.ts";
import type { ExportedAnswer } from "./exported-answer.ts";
import { codeWriter } from "./code-writer.ts";
import { numberReader } from "./number-reader.ts";

/**
 * Writes answers as JSON lines. Answers to questions are keyed by the ids of questions, options, rows and blanks; the
 * codebook says what they mean. Where columns are named by codes, codes stand for the ids of what has one. What a column of numbers has is a
 * number here too.
 */
export async function* writeJsonLines({
  columns,
  answers,
  zone,
  naming,
}: AnswerTable): AsyncGenerator<Uint8Array> {
  const numbered = numberReader(columns);
  const withNumbers = naming === "codes" ? codeWriter(columns, numbered) : numbered;
  for await (const batch of answers) {
    const lines = batch.map((answer) => ({ ...lineOf(answer, zone), answers: withNumbers(answer.values) }));
    yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
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
    // Only answers to a survey of several languages have one.
    ...(answer.language !== "" && { language: answer.language }),
    // Only where the respondent agreed to a text.
    ...(answer.consentVersion !== 0 && { consent_version: answer.consentVersion }),
    custom_args: answer.customArguments,
  };
}
