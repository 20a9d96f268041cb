import { definitionFromText, parseRules, questionTypes } from "@survey-open-platform/surveys";
import { expect, test } from "vitest";
import { rulesDocument, textFormDocument } from "../../src/mcp/documents.ts";

/** What stands between the fences of a document. */
const exampleIn = (document: string) => /^```text\n(.*?)^```/ms.exec(document)?.[1] ?? "";

test("the example of the text form has every type of question, and can be read", () => {
  const made = definitionFromText(exampleIn(textFormDocument));
  const types = made.ok
    ? made.definition.pages.flatMap((page) => page.questions.map(({ type }) => type))
    : [];
  expect({ made, missing: questionTypes.filter((type) => !types.includes(type)) }).toMatchObject({
    made: { ok: true, notes: [] },
    missing: [],
  });
});

test("the example of rules can be read for a survey that has what it names", () => {
  const question = "Which?[Multiple Choice][Optional]\nOne\nTwo\n";
  const pages = [question, "=== Page Break ===\n", ...Array.from({ length: 8 }, () => question)];
  const made = definitionFromText(["A survey\n", "Welcome.\n", ...pages].join("\n"));
  expect(made).toMatchObject({ ok: true });
  const rules = made.ok ? parseRules(exampleIn(rulesDocument), made.definition.pages) : undefined;
  expect(rules).toMatchObject({ ok: true });
});
