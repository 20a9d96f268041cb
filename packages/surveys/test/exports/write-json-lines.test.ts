import { expect, test } from "vitest";
import { writeJsonLines } from "../../src/exports/write-json-lines.ts";
import {
  answerWith,
  batchesOf,
  bytesOf,
  hostileTexts,
  idOf,
  questionOf,
  tableOf,
} from "./export-fixtures.ts";

async function linesOf(table: Parameters<typeof writeJsonLines>[0]): Promise<readonly unknown[]> {
  const text = (await bytesOf(writeJsonLines(table))).toString();
  return text
    .split("\n")
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
}

test("JSON lines have one answer each, with its values by question id and its times in the zone", async () => {
  const radio = questionOf("radio");
  const values = { [radio.id]: [idOf(radio, "Red")] };
  const answers = [answerWith(values, { customArguments: { from: "mail" }, respondentNickname: "Ada" })];
  expect(await linesOf(tableOf(answers))).toEqual([
    {
      answer_id: 1,
      version: 1,
      respondent_id: 0,
      openid: "",
      nickname: "Ada",
      started_at: "2026-11-22 08:04:00",
      ended_at: "2026-11-22 08:05:00",
      channel: "link",
      device: "phone",
      custom_args: { from: "mail" },
      answers: values,
    },
  ]);
});

test("JSON lines give every text back as it was, on one line", async () => {
  const { id } = questionOf("textarea");
  const batches = hostileTexts.map((text, at) => [answerWith({ [id]: text }, { answerId: at + 1 })]);
  const lines = await linesOf({ ...tableOf([]), answers: batchesOf(batches) });
  expect(lines).toMatchObject(hostileTexts.map((text) => ({ answers: { [id]: text } })));
});
