import { describe, expect, it } from "vitest";
import { logicMapOf } from "../../../src/surveys/workspace/logic-map.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

async function opened(rules = "") {
  const survey = await surveyOfAda();
  const { ada, address, draft } = survey;
  if (rules !== "")
    await ada.submit(await ada.get(`${address}/edit/logic`), `${address}/edit/logic`, { rules });
  const ways = async () => {
    const { definition } = await draft();
    const map = logicMapOf(definition, "en");
    const says = new Map(map.places.map(({ id, says: name }) => [id, name.split(" ", 1)[0]]));
    return map.ways.map(({ from, to, kind, says: when }) =>
      `${kind} ${says.get(from)} ${says.get(to)} ${when}`.trim(),
    );
  };
  return { ...survey, ways };
}

describe("the map of a survey", () => {
  it("goes through pages and questions in their order to the end", async () => {
    const { ways, ada, address } = await opened();
    expect(await ways()).toEqual([
      "next Page Q1",
      "next Q1 Q2",
      "next Q2 Page",
      "next Page Q3",
      "next Q3 End",
    ]);
    const { html } = await ada.get(`${address}/edit/logic`);
    expect(html).toContain('<svg role="img" aria-label="Map of the survey"');
    expect(html).toContain("Every respondent gets all questions in their order.");
    expect(html).not.toContain("Try it with answers");
  });

  it("has an arrow with its condition for each jump, and for what is shown or hidden", async () => {
    const rules = [
      "if Q1 = A1 then branch from Q1 to Q3",
      "branch from Q2 to END",
      "if Q2 answered then show Q3",
      "if Q1 = A2 then hide P2",
    ].join("\n");
    const { ways, ada, address } = await opened(rules);
    expect(await ways()).toEqual([
      "next Page Q1",
      "next Q1 Q2",
      "next Page Q3",
      "next Q3 End",
      "jump Q1 Q3 Q1 How was it? is Good",
      "jump Q2 End",
      "show Q2 Q3 Q2 Anything else? is answered",
      "hide Q1 Page Q1 How was it? is Bad",
    ]);
    const { html } = await ada.get(`${address}/edit/logic`);
    expect(html).toContain(
      "After Q1 How was it?, on to Q3 Would you come again? when: Q1 How was it? is Good.",
    );
  });

  it("marks what no respondent can reach", async () => {
    const { ada, address } = await opened("branch from Q1 to END");
    const { html } = await ada.get(`${address}/edit/logic`);
    expect(html.match(/map-wrong" data-kind="question"/g)).toHaveLength(2);
    expect(html).toContain("is shown to no respondent");
  });

  it("lights up the way of somebody with chosen answers", async () => {
    const { ada, address, question } = await opened("if Q1 = A1 then branch from Q1 to Q3");
    const first = await question(0);
    const [good, bad] = first.options.map(({ id }) => id);
    const lit = async (option?: string) => {
      const { html } = await ada.get(`${address}/edit/logic?try=on&${first.id}=${option}`);
      return html.match(/map-lit" data-kind="question"/g)?.length;
    };
    expect([await lit(good), await lit(bad)]).toEqual([2, 3]);
  });

  it("is as large as was chosen, also once answers are tried", async () => {
    const { ada, address } = await opened("if Q1 = A1 then branch from Q1 to Q3");
    const chosen = async (query: string) => {
      const { html } = await ada.get(`${address}/edit/logic${query}`);
      return /name="zoom" value="(\d+)" form="try-form" checked/.exec(html)?.[1];
    };
    const sizes = await Promise.all(["", "?zoom=200&try=on", "?zoom=9"].map(chosen));
    expect(sizes).toEqual(["100", "200", "100"]);
  });

  it("is a list alone for a survey that is too large to be drawn", async () => {
    const { platform, ada, address, id, draft } = await opened();
    const { definition, revision } = await draft();
    const [page] = definition.pages;
    const [question] = page?.questions ?? [];
    const many = Array.from({ length: 200 }, (_, at) => ({
      ...question,
      id: `q-${at + 10}-abcd`,
      index: at + 1,
    }));
    const pages = [{ ...page, questions: many }] as typeof definition.pages; // Copies of the first question.
    await platform.store.surveys.saveDraft({ surveyId: id, revision, definition: { ...definition, pages } });
    const { html } = await ada.get(`${address}/edit/logic`);
    expect(html).toContain("The survey is too large to be drawn.");
    expect(html).not.toContain("Map of the survey");
  });
});
