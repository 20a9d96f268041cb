import { expect, test } from "vitest";
import { readRepositoryFiles } from "../repository/support/repository.ts";

const files = readRepositoryFiles(
  "{docs/guides/webhooks.md,examples/webhook-receiver/main.ts,packages/sdk/src/webhooks/webhook-event.ts}",
);

test.each([
  ["AnswerEventPayload", 15],
  ["AnswerDeletedEventPayload", 4],
  ["SurveyEventPayload", 10],
])("the guide to webhooks names every field of %s", (name, least) => {
  const source = files.get("packages/sdk/src/webhooks/webhook-event.ts") ?? "";
  const [, body = ""] = new RegExp(`interface ${name} \\{(.*?)\\n\\}`, "s").exec(source) ?? [];
  const fields = [...body.matchAll(/readonly (\w+):/g)].map(([, field]) => field);
  expect(fields.length).toBeGreaterThanOrEqual(least);
  const guide = files.get("docs/guides/webhooks.md") ?? "";
  expect(fields.filter((field) => !guide.includes(`\`${field}\``))).toEqual([]);
});

test("the guide to webhooks shows the program of the example", () => {
  const guide = files.get("docs/guides/webhooks.md") ?? "";
  const shown = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  const [, program] = /^(import .*)$/ms.exec(files.get("examples/webhook-receiver/main.ts") ?? "") ?? [];
  expect(program).toMatch(/createWebhookReceiver/);
  expect(shown).toContain(program);
});
