import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { nextPage, pageHolding, previousPage, visiblePages } from "../../src/logic/next-page.ts";
import { optionsInOrder } from "../../src/logic/shuffle.ts";
import type { SurveyFlow } from "../../src/logic/survey-flow.ts";
import { visibleQuestions } from "../../src/logic/visible-questions.ts";
import type { Rule } from "../../src/model/logic.ts";
import { generatedCase, sampleOption, sampleQuestion } from "./generated-survey.ts";

/** Four pages of three texts each. */
function fourPages(rules: readonly Rule[] = []): SurveyFlow {
  const pages = [1, 2, 3, 4].map((page) => ({
    id: `p-${page}`,
    index: String(page),
    questions: [1, 2, 3].map((at) => sampleQuestion(`q-${page}${at}`, "text")),
  }));
  return { pages, logic: { rules } };
}

const respondent = { values: {}, customArguments: {}, seed: "a" };

test("going forward meets every page that has something to show once, and going back the same pages", () => {
  fc.assert(
    fc.property(generatedCase, fc.string(), fc.boolean(), (generated, seed, isOneByOne) => {
      const { flow, values, customArguments } = generated;
      const asked = { values, customArguments, seed, isOneByOne };
      const forward: string[] = [];
      for (let page = nextPage(flow, asked, undefined); page; page = nextPage(flow, asked, page.id))
        forward.push(page.id);
      expect(forward).toEqual(visiblePages(flow, asked).map(({ id }) => id));
      const back = forward.slice(1).map((id) => previousPage(flow, asked, id)?.id);
      expect(back).toEqual(forward.slice(0, -1));
      const shown = visiblePages(flow, asked).flatMap(({ questions }) => questions.map(({ id }) => id));
      expect(shown.toSorted()).toEqual([...visibleQuestions(flow, values, customArguments)].toSorted());
    }),
  );
});

/** The questions of pages with their numbers. */
function numbersOf(pages: ReturnType<typeof visiblePages>): readonly string[] {
  return pages.flatMap(({ questions }) => questions.map(({ id, real_index: number }) => `${id} ${number}`));
}

test("one at a time, the same questions come in the same order, at most one with an answer on a page", () => {
  fc.assert(
    fc.property(generatedCase, fc.string(), ({ flow, values, customArguments }, seed) => {
      const asked = { values, customArguments, seed };
      const parts = visiblePages(flow, { ...asked, isOneByOne: true });
      expect(numbersOf(parts)).toEqual(numbersOf(visiblePages(flow, asked)));
      for (const { id, questions } of parts) {
        expect(questions.filter(({ type }) => type !== "description").length).toBeLessThan(2);
        expect(pageHolding(flow.pages, id)?.questions).toEqual(
          expect.arrayContaining([expect.objectContaining({ id })]),
        );
      }
    }),
  );
});

test("one at a time, a paragraph comes with the question behind it", () => {
  const [page] = fourPages().pages;
  const paragraph = sampleQuestion("q-0", "description");
  const pages = [
    { id: "p", index: "1", questions: [paragraph, ...(page?.questions ?? []), { ...paragraph, id: "q-9" }] },
  ];
  const parts = visiblePages({ pages, logic: { rules: [] } }, { ...respondent, isOneByOne: true });
  expect(parts.map(({ id, questions }) => [id, ...questions.map((question) => question.id)])).toEqual([
    ["q-11", "q-0", "q-11"],
    ["q-12", "q-12"],
    ["q-13", "q-13"],
    ["q-9", "q-9"],
  ]);
});

it("skips a page of which nothing is shown", () => {
  const rules: Rule[] = [
    { kind: "show", target: "p-2", when: { kind: "answered", question: "q-11" } },
    { kind: "branch", when: null, from: "p-3", to: "END" },
  ];
  const flow = fourPages(rules);
  expect(nextPage(flow, respondent, "p-1")?.id).toBe("p-3");
  expect(nextPage(flow, { ...respondent, values: { "q-11": "yes" } }, "p-1")?.id).toBe("p-2");
  expect(nextPage(flow, respondent, "p-3")).toBeUndefined();
  expect(previousPage(flow, respondent, "p-3")?.id).toBe("p-1");
  expect(previousPage(flow, respondent, "p-1")).toBeUndefined();
});

function pageOrder(seed: string, rules: readonly Rule[]): readonly string[] {
  return visiblePages(fourPages(rules), { ...respondent, seed }).map(({ id }) => id);
}

function questionOrder(seed: string, rules: readonly Rule[]): string | undefined {
  const [first] = visiblePages(fourPages(rules), { ...respondent, seed });
  return first?.questions.map(({ id }) => id).join();
}

const seeds = Array.from({ length: 200 }, (_, at) => `draft-${at}`);

describe("shuffling", () => {
  it("gives a respondent the same order each time, and other respondents other orders", () => {
    const rules: Rule[] = [{ kind: "shuffle", from: "p-2", to: "p-4" }];
    const orders = seeds.map((seed) => pageOrder(seed, rules).join());
    expect(seeds.map((seed) => pageOrder(seed, rules).join())).toEqual(orders);
    expect(new Set(orders).size).toBe(6);
    expect(orders.every((order) => order.startsWith("p-1,"))).toBe(true);
  });

  it("shuffles questions of one page, and nothing over the edge of a page", () => {
    const inPage: Rule[] = [{ kind: "shuffle", from: "q-12", to: "q-13" }];
    const acrossPages: Rule[] = [{ kind: "shuffle", from: "q-12", to: "q-22" }];
    expect(new Set(seeds.map((seed) => questionOrder(seed, inPage)))).toEqual(
      new Set(["q-11,q-12,q-13", "q-11,q-13,q-12"]),
    );
    expect(new Set(seeds.map((seed) => questionOrder(seed, acrossPages)))).toEqual(
      new Set(["q-11,q-12,q-13"]),
    );
  });

  it("keeps the place of an option that is not to be shuffled", () => {
    const options = ["o-1", "o-2", "o-3", "o-4"].map((id) => sampleOption(id, { noRandom: id === "o-4" }));
    const question = sampleQuestion("q-1", "radio", { random: true, options });
    const orders = seeds.map((seed) => optionsInOrder(question, seed).map(({ id }) => id));
    expect(orders.every((order) => order[3] === "o-4")).toBe(true);
    expect(new Set(orders.map((order) => order.join())).size).toBe(6);
    expect(optionsInOrder({ ...question, random: false }, "a")).toEqual(options);
  });
});
