import { exportedAnswers } from "@survey-open-platform/surveys";
import { expect, test } from "vitest";
import { startCollecting } from "../support/collecting-survey.ts";

test("an export lets a submission go first, and has each answer that was there when it began once", async () => {
  const { platform, surveyId, submit } = await startCollecting();
  for (let number = 0; number < 25; number += 1) await submit();
  const { store } = platform;
  // However busy the machine is.
  const yieldToSubmissions = () => store.surveys.yieldToSubmissions(60_000);
  const surveys = { ...store.surveys, yieldToSubmissions };
  const order: string[] = [];
  const ids: number[] = [];
  let submitting: Promise<unknown> | undefined;
  for await (const batch of exportedAnswers(surveys, { surveyId, after: 0, upTo: 25 })) {
    ids.push(...batch.map(({ answerId }) => answerId));
    order.push("export");
    submitting ??= submit({}, store).then(() => order.push("submission"));
  }
  await submitting;
  expect(order).toEqual(["export", "submission", "export", "export"]);
  expect(ids).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
});
