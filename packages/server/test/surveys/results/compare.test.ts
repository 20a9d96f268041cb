import { describe, expect, it } from "vitest";
import { adasQuestions } from "../../support/results-link.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";
import { saveFilter } from "../../../src/store/surveys/results-view-table.ts";
import { bothOf } from "../../../src/surveys/results/compare/compare.tsx";

async function start() {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const { id, questions } = await adasQuestions(platform);
  const question = questions.find(({ type }) => type === "radio");
  const [yes = "", no = ""] = question?.options.map((option) => `choice ${question.id} ${option.id}`) ?? [];
  const textOf = async (parameters: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams(parameters).toString();
    const { html } = await ada.get(`/surveys/${id}/results/compare?${query}`);
    return html
      .replaceAll(/<option[^>]*>[^<]*|<[^>]*>/g, " ")
      .replaceAll("&quot;", '"')
      .replaceAll(/\s+/g, " ");
  };
  return { platform, surveyId: id, yes, no, textOf };
}

describe("two groups side by side", () => {
  it("are those who chose one thing and those who chose another, each counted for itself", async () => {
    const { yes, no, textOf } = await start();
    const text = await textOf({ first: yes, second: no });
    expect(text).toMatch(/Yes : 16 answers .* No : 9 answers/);
    expect(text).toMatch(/Yes 100% \(16\) 0% \(0\) -100 percentage points/);
    expect(text).toMatch(/No 0% \(0\) 100% \(9\) \+100 percentage points/);
  });

  it("may be saved filters, and the filter of the page holds for both", async () => {
    const { platform, surveyId, yes, no, textOf } = await start();
    const actor = { userId: null, username: "", address: "" };
    await platform.store.write(saveFilter, { surveyId, name: "None", query: "version=7", actor });
    expect(await textOf({ first: "filter 1", second: yes })).toMatch(/None : 0 answers .* 16 answers/);
    expect(await textOf({ first: yes, second: no, version: "7" })).toMatch(/ 0 answers .* 0 answers/);
  });

  it("are asked for again where one of them is none of the survey's", async () => {
    const { yes, textOf } = await start();
    for (const second of ["", "filter 9", "choice q-0-none o-1"])
      expect(await textOf({ first: yes, second })).not.toContain("percentage points");
  });
});

it("what two filters both let through is between their days, of their version, and meets both conditions", () => {
  const one = { from: 1, to: 9, condition: { kind: "answered", question: "a", part: "" } } as const;
  const other = { from: 3, version: 2, condition: { kind: "answered", question: "b", part: "" } } as const;
  expect(bothOf(one, other)).toEqual({
    from: 3,
    to: 9,
    version: 2,
    condition: { kind: "and", conditions: [one.condition, other.condition] },
  });
  expect(bothOf({ version: 1 }, { version: 2 }).version).toBe(-1);
  expect(bothOf({}, one)).toEqual({ ...one, version: undefined });
});
