import { expect, test } from "vitest";
import { readRepositoryFiles } from "../repository/support/repository.ts";

const files = readRepositoryFiles("{docs/guides/webhooks.md,examples/webhook-receiver/main.ts}");

test("the guide to webhooks shows the program of the example", () => {
  const guide = files.get("docs/guides/webhooks.md") ?? "";
  const shown = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  const [, program] = /^(import .*)$/ms.exec(files.get("examples/webhook-receiver/main.ts") ?? "") ?? [];
  expect(program).toMatch(/createWebhookReceiver/);
  expect(shown).toContain(program);
});
