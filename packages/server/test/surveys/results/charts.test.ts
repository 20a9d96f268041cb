import { describe, expect, it } from "vitest";
import { mergeVersions, summariseQuestion } from "@survey-open-platform/surveys";
import { decode } from "fast-png";
import { formsOf } from "../../support/browser.ts";
import { publishSurvey } from "../../support/published-survey.ts";
import { adasQuestions, makeResultsLink } from "../../support/results-link.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";
import { chartData, chartKinds, chartKindsOf } from "../../../src/surveys/results/chart-data.ts";
import { chartSvg } from "../../../src/surveys/results/charts/chart-file.tsx";
import { wrapText, textWidth } from "../../../src/surveys/results/charts/wrap-text.ts";

/** The questions of a survey in the text form, each counted as said. */
async function questionsOf(text: string) {
  const platform = await startTestPlatform();
  const { definition } = await publishSurvey(platform, { text });
  return mergeVersions([{ version: 1, pages: definition.pages }]);
}

const text =
  "T\n\n\n\nOne[Single Choice]\nRed\nBlue\n\nSome[Multiple Choice]\nA\nB\n\nWords[Single Line Text]\n\nScore[NPS]";

describe("the chart of a question", () => {
  it("can be a circle only where the counts are parts of a whole, and never one of texts", async () => {
    const kinds = (await questionsOf(text)).map((merged) =>
      chartKindsOf(merged, summariseQuestion(merged, new Map())),
    );
    expect(kinds).toEqual([
      ["bars", "columns", "pie", "donut"],
      ["bars", "columns"],
      [],
      ["columns", "bars", "line"],
    ]);
  });

  it("is the usual one where the question cannot have what was chosen", async () => {
    const [, some] = await questionsOf(text);
    if (some === undefined) throw new Error("no question");
    const summary = summariseQuestion(some, new Map());
    expect(chartData("en", { merged: some, summary, chosen: "pie" })?.kind).toBe("bars");
  });

  it("as a file is well-formed whatever its words are, loads nothing and runs nothing", async () => {
    const hostile = `<script>alert(1)</script> & "q" \u0007 \uD800 ${"长".repeat(300)}`;
    const [one] = await questionsOf(text);
    if (one === undefined) throw new Error("no question");
    const summary = summariseQuestion(one, new Map([["answered", 1]]));
    if (summary.kind !== "choices") throw new Error("no choices");
    const named = { ...summary, parts: summary.parts.map((part) => ({ ...part, label: hostile, count: 1 })) };
    for (const chosen of chartKinds) {
      const data = chartData("zh-CN", { merged: one, summary: named, chosen });
      if (data === undefined) throw new Error("no chart");
      const svg = chartSvg({ title: hostile, note: hostile, data, more: String });
      expect(svg).not.toMatch(/<script|href|url\(|style=/);
      expect(svg).not.toContain("\u0007");
      expect(svg.isWellFormed()).toBe(true);
      expect(svg).toContain("&lt;script&gt;");
      expect(svg.match(/<g[ >]/g)?.length).toBe(svg.match(/<\/g>/g)?.length);
    }
  });
});

it("a text of a chart is broken between words of any script, none wider than its line", () => {
  for (const words of [
    "The quick brown fox jumps over the lazy dog",
    "您对本次午餐的口味和分量满意吗",
    "x".repeat(80),
  ])
    for (const line of wrapText(words, { size: 14, width: 90 }))
      expect(textWidth(line.replace("…", ""), 14)).toBeLessThanOrEqual(90);
  expect(wrapText("one two", { size: 14, width: 500 })).toEqual(["one two"]);
});

describe("on the page of results", () => {
  it("a chart is chosen for everyone, also for those with a link, with a record of it", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const { id, questions } = await adasQuestions(platform);
    const choice = questions.find(({ type }) => type === "radio")?.id ?? "";
    const page = await ada.get(`/surveys/${id}/results?version=1`);
    const action = `/surveys/${id}/results/charts/${choice}`;
    expect(formsOf(page.html).map((form) => form.action)).toContain(action);
    const chosen = await ada.submit(page, action, { kind: "donut" });
    expect(chosen.location).toBe(`/surveys/${id}/results?version=1#${choice}`);
    expect((await ada.get(`/surveys/${id}/results`)).html).toContain('class="pie-chart"');
    expect((await ada.get(await makeResultsLink(platform))).html).toContain('class="pie-chart"');
    const log = await platform.database.reader.kysely
      .selectFrom("audit_log")
      .select("after")
      .where("action", "=", "results_chart.chosen")
      .execute();
    expect(log).toEqual([{ after: JSON.stringify({ question: choice, kind: "donut" }) }]);
  });

  it("a chart is saved as SVG with the filter of the page, and as PNG with twice the pixels", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const { id, questions } = await adasQuestions(platform);
    const choice = questions.find(({ type }) => type === "radio")?.id ?? "";
    const file = `/surveys/${id}/results/charts/${choice}`;
    const svg = await ada.get(`${file}/svg`);
    expect(svg.headers.get("content-type")).toBe("image/svg+xml");
    expect(svg.headers.get("content-security-policy")).toContain("sandbox");
    expect(svg.headers.get("content-disposition")).toMatch(/filename="[A-Z][^"]+\.svg"/);
    expect(svg.html).toContain("16 (64%)");
    expect((await ada.get(`${file}/svg?from=2020-01-01&to=2020-01-02`)).html).toContain("0 (0%)");
    const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(svg.html) ?? [];
    const response = await platform.fetch(`${file}/png`, {
      headers: { cookie: [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    const png = decode(new Uint8Array(await response.arrayBuffer()));
    expect([png.width, png.height]).toEqual([2 * Number(width), 2 * Number(height)]);
    // Something is drawn on the white.
    expect(new Set(png.data).size).toBeGreaterThan(10);
  });
});
