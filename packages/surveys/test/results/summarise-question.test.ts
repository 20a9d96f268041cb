import { describe, expect, test } from "vitest";
import type { Question } from "../../src/model/question.ts";
import { mergeVersions } from "../../src/results/merge-versions.ts";
import { summariseQuestion } from "../../src/results/summarise-question.ts";
import type { Summary } from "../../src/results/summary.ts";
import { changed, everyTypePages, idOf, questionOf } from "../exports/export-fixtures.ts";

function summaryOf(
  { id }: Question,
  counts: Readonly<Record<string, number>>,
  versions = [everyTypePages],
): Summary {
  const merged = mergeVersions(versions.map((pages, at) => ({ version: at + 1, pages })));
  const found = merged.find(({ question }) => question.id === id);
  if (found === undefined) throw new Error("no such question");
  return summariseQuestion(found, new Map(Object.entries(counts)));
}

describe("a summary", () => {
  test("of choices has each option, with its share of those who answered", () => {
    const radio = questionOf("radio");
    const summary = summaryOf(radio, { answered: 4, [idOf(radio, "Green")]: 3, [idOf(radio, "Red")]: 1 });
    expect(summary).toMatchObject({
      kind: "choices",
      answered: 4,
      parts: [
        { label: "Red", count: 1, share: 0.25, isArchived: false },
        { label: "Green", count: 3, share: 0.75, isArchived: false },
      ],
    });
  });

  test("of choices keeps an option that was removed", () => {
    const radio = questionOf("radio");
    const fewer = changed(everyTypePages, (question) =>
      question.id === radio.id ? { ...question, options: question.options.slice(1) } : question,
    );
    const counts = { answered: 1, [idOf(radio, "Red")]: 1 };
    expect(summaryOf(radio, counts, [everyTypePages, fewer])).toMatchObject({
      parts: [
        { label: "Green", count: 0, isArchived: false },
        { label: "Red", count: 1, share: 1, isArchived: true },
      ],
    });
  });

  test("of marks keeps those that a scale has lost", () => {
    const star = questionOf("star");
    const shorter = changed(everyTypePages, (question) =>
      question.id === star.id ? { ...question, starBeginNum: 1, starNum: 2 } : question,
    );
    const longer = changed(everyTypePages, (question) =>
      question.id === star.id ? { ...question, starBeginNum: 1, starNum: 4 } : question,
    );
    expect(summaryOf(star, { "4": 1, "2": 1 }, [longer, shorter])).toMatchObject({
      answered: 2,
      mean: 3,
      parts: [
        { label: "1", count: 0, isArchived: false },
        { label: "2", count: 1, isArchived: false },
        { label: "3", count: 0, isArchived: true },
        { label: "4", count: 1, share: 0.5, isArchived: true },
      ],
    });
    const matrix = questionOf("matrix_star");
    const [row] = matrix.subTitles;
    const narrow = changed(everyTypePages, (question) =>
      question.id === matrix.id ? { ...question, starNum: matrix.starBeginNum + 1 } : question,
    );
    const counts = { answered: 1, [`${row?.id}/${matrix.starNum}`]: 1 };
    expect(summaryOf(matrix, counts, [everyTypePages, narrow])).toMatchObject({
      rows: [{ answered: 1, mean: matrix.starNum }, ...matrix.subTitles.slice(1).map(() => ({}))],
    });
  });

  test("of a ranking has the best first, and an option without a place last", () => {
    const sort = questionOf("sort");
    const [x, y] = [idOf(sort, "X"), idOf(sort, "Y")];
    const summary = summaryOf(sort, { answered: 3, [`${x}/1`]: 1, [`${x}/2`]: 1, [`${y}/1`]: 2 });
    expect(summary).toMatchObject({
      kind: "ranking",
      parts: [
        { label: "Y", meanPlace: 1, places: [2, 0, 0], count: 2 },
        { label: "X", meanPlace: 1.5, places: [1, 1, 0], count: 2 },
        { label: "Z", meanPlace: undefined, count: 0 },
      ],
    });
  });

  test("of marks has every mark, the mean and the median", () => {
    const summary = summaryOf(questionOf("star"), { answered: 4, "2": 1, "3": 1, "5": 2 });
    expect(summary).toMatchObject({ kind: "marks", answered: 4, mean: 3.75, median: 4 });
    expect(summary.kind === "marks" && summary.parts.map(({ count }) => count)).toEqual([0, 1, 1, 0, 2]);
    expect(summary).toMatchObject({ netPromoterScore: undefined });
  });

  test("of a net promoter score has its groups", () => {
    const nps = questionOf("nps");
    expect(summaryOf(nps, { answered: 10, "0": 1, "6": 1, "7": 2, "8": 1, "9": 2, "10": 3 })).toMatchObject({
      netPromoterScore: { detractors: 0.2, passives: 0.3, promoters: 0.5, score: 30 },
    });
    expect(summaryOf(nps, {})).toMatchObject({ netPromoterScore: undefined, mean: undefined });
  });

  test("of a matrix has the columns of each row", () => {
    const matrix = questionOf("matrix_radio");
    const [row1, yes] = [idOf(matrix, "Row 1"), idOf(matrix, "Yes")];
    expect(summaryOf(matrix, { answered: 2, [`${row1}/${yes}`]: 2 })).toMatchObject({
      kind: "choice_rows",
      columns: [{ label: "Yes" }, { label: "No" }],
      rows: [
        { label: "Row 1", counts: [2, 0] },
        { label: "Row 2", counts: [0, 0] },
      ],
    });
  });

  test("of a matrix of marks has the mean of each row", () => {
    const matrix = questionOf("matrix_star");
    const price = idOf(matrix, "Price");
    expect(summaryOf(matrix, { answered: 2, [`${price}/1`]: 1, [`${price}/4`]: 1 })).toMatchObject({
      kind: "mark_rows",
      marks: [1, 2, 3, 4, 5],
      rows: [
        { label: "Price", mean: 2.5, median: 2.5, answered: 2 },
        { label: "Speed", mean: undefined, answered: 0 },
      ],
    });
  });

  test.each(["text", "textarea", "datetime", "address", "blanks", "upload", "phone"] as const)(
    "of %s is a number",
    (type) => {
      const question = { ...questionOf("text"), id: "q", type };
      const pages = changed(everyTypePages, (one) => (one.type === "text" ? question : one));
      expect(summaryOf(question, { answered: 7 }, [pages])).toEqual({ kind: "texts", answered: 7 });
    },
  );

  test("without answers has shares of nothing", () => {
    expect(summaryOf(questionOf("checkbox"), {})).toMatchObject({
      answered: 0,
      parts: [{ share: 0 }, {}, {}, {}],
    });
  });
});

test("a summary of a linked choice has the path to each entry, removed ones too", () => {
  const linked = questionOf("chained_selects");
  const [first] = linked.groups;
  const below = linked.groups.find(({ parent }) => parent === first?.id);
  if (first === undefined || below === undefined) throw new Error("two levels");
  const fewer = changed(everyTypePages, (question) =>
    question.id === linked.id
      ? { ...question, groups: question.groups.filter((entry) => entry !== below) }
      : question,
  );
  const summary = summaryOf(linked, { answered: 2, [first.id]: 2, [below.id]: 2 }, [everyTypePages, fewer]);
  const parts = summary.kind === "choices" ? summary.parts : [];
  expect(parts.find(({ id }) => id === below.id)).toEqual({
    id: below.id,
    label: `${first.text} / ${below.text}`,
    isArchived: true,
    count: 2,
    share: 1,
  });
});
