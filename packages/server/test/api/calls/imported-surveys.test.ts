import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sendCall, startWriting } from "../../support/api-calls.ts";
import type { Envelope } from "../../support/test-platform.ts";

const example = (name: string) =>
  readFileSync(new URL(`../../../../../examples/imports/${name}`, import.meta.url));

it("a file of another system becomes a draft, and what changed is in the response and kept", async () => {
  const { post, get, platform } = await startWriting();
  const text = example("typeform.json").toString();
  const made = (await post("/api/surveys", { text, format: "file" })) as {
    readonly id: number;
    readonly report: readonly unknown[];
  };
  expect(made).toMatchObject({ source: "Typeform", notes: [] });
  expect(made.report).toContainEqual({
    outcome: "left_out",
    at: "A tip",
    code: "type",
    what: "payment",
    message: "A tip: left out, as there are no questions of the type payment",
  });
  expect(await get(`/api/surveys/${made.id}`)).toMatchObject({ title: "A new café", state: 0 });
  const origin = await platform.store.surveys.findOrigin(made.id);
  expect(origin).toMatchObject({ source: "Typeform", lossCount: made.report.length });
});

it("a packed file is sent in base64", async () => {
  const { post } = await startWriting();
  const text = example("xlsform.xlsx").toString("base64");
  expect(await post("/api/surveys", { text, format: "base64" })).toMatchObject({ source: "XLSForm" });
});

it("what cannot be read is refused with what is wrong, and creates nothing", async () => {
  const { tokens, platform } = await startWriting();
  const before = await platform.store.reader.kysely.selectFrom("surveys").select("id").execute();
  for (const [body, message] of [
    [{ text: "<a", format: "file" }, "The file is not well-formed XML at line 1."],
    [{ text: "not base64!", format: "base64" }, "The parameter text is not base64."],
    [{ text: "T\n\n\n\nQ", format: "file" }, "The file has no questions: each begins with its number"],
    [{ text: "x".repeat(300_000) }, "is longer than 204800 bytes"],
    [{ text: "T", format: "pdf" }, "must be one of text, file, base64"],
  ] as const) {
    const response = await sendCall(platform, "/api/surveys", { token: tokens.acme, body });
    const { error } = (await response.json()) as Envelope;
    expect(error).toMatchObject({ type: "invalid_argument", message: expect.stringContaining(message) });
  }
  expect(await platform.store.reader.kysely.selectFrom("surveys").select("id").execute()).toEqual(before);
});
