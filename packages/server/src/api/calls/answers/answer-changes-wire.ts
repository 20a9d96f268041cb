import type { AnswerRecord } from "@survey-open-platform/surveys";
import { z } from "zod";
import { jsonText, type JsonText } from "../../../http/envelope.ts";
import { jsonList, jsonString, rowWriter } from "../json-writer.ts";
import { answerListItemJson, answerListItemSchema, type AnswerWriting } from "./answer-wire.ts";

/** What happened to an answer. */
export interface AnswerChangeItem {
  readonly change: "sent" | "changed" | "deleted";
  readonly answerId: number;
  /** ms UTC. */
  readonly at: number;
  /** The answer as it is now; undefined when it was deleted. */
  readonly answer: AnswerRecord | undefined;
}

/** A part of what happened to a survey's answers. */
export interface AnswerChangeSlice {
  readonly list: readonly AnswerChangeItem[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

const answerChangeSchema = z
  .object({
    change: z
      .enum(["sent", "changed", "deleted"])
      .meta({ description: "What happened to the answer: sent, changed or deleted." }),
    answer_id: z.int().min(1).meta({ description: "Serial of the answer within its survey." }),
    changed_at: z.string().meta({
      description: "When it happened, in RFC 3339 and UTC.",
      examples: ["2026-11-22T00:05:00.000Z"],
    }),
    answer: answerListItemSchema
      .nullable()
      .meta({ description: "The answer as it is now; null when it was deleted." }),
  })
  .meta({ id: "AnswerChange", description: "What happened to an answer." });

/** Data of GET /api/surveys/{survey_id}/changes. */
export const answerChangesSchema = z
  .object({
    list: z.array(answerChangeSchema).meta({ description: "What happened, in order." }),
    cursor: z
      .string()
      .meta({ description: "To be sent for what follows, now or later.", examples: ["25.3"] }),
    has_more: z.boolean().meta({ description: "Whether more is there already." }),
  })
  .meta({ id: "AnswerChanges", description: "A part of what happened to a survey's answers." });

interface ItemRow extends AnswerWriting {
  readonly item: AnswerChangeItem;
}

const writeChange = rowWriter<ItemRow>()(answerChangeSchema, {
  change: ({ item }) => jsonString(item.change),
  answer_id: ({ item }) => item.answerId,
  changed_at: ({ item }) => jsonString(new Date(item.at).toISOString()),
  answer: ({ item: { answer }, ...writing }) =>
    answer === undefined ? jsonText("null") : answerListItemJson({ answer, ...writing }),
});

const writeSlice = rowWriter<AnswerChangeSlice & AnswerWriting>()(answerChangesSchema, {
  list: ({ list, zone, textOf }) => jsonList(list, (item) => writeChange({ item, zone, textOf })),
  cursor: ({ cursor }) => jsonString(cursor),
  has_more: ({ hasMore }) => jsonText(String(hasMore)),
});

/** A part of what happened to a survey's answers. */
export function answerChangesJson(slice: AnswerChangeSlice, writing: AnswerWriting): JsonText {
  return writeSlice({ ...slice, ...writing });
}
