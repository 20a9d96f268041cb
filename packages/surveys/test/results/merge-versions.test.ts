import { expect, test } from "vitest";
import { atOnce } from "../../src/model/in-turns.ts";
import { choicesOf } from "../../src/model/survey-size.ts";
import { mergingVersions } from "../../src/results/merge-versions.ts";
import { everyTypePages, newOption, questionOf } from "../exports/export-fixtures.ts";

const matrix = questionOf("matrix_radio");
const [page] = everyTypePages;

/** A version with one matrix of ten rows and ten columns, which no other version has. */
function versionOf(version: number, id = matrix.id) {
  if (page === undefined) throw new Error("no page");
  const parts = Array.from({ length: 10 }, (_, at) => newOption(`o-${version}-${at}`, `${at}`));
  const subTitles = parts.map((part) => ({ ...part, id: `g-${part.id}` }));
  return { version, pages: [{ ...page, questions: [{ ...matrix, id, options: parts, subTitles }] }] };
}

function merged(versions: readonly ReturnType<typeof versionOf>[], most: number) {
  return atOnce(mergingVersions(versions, most));
}

test("a question whose versions make too many fields together has those of its newest versions", () => {
  const versions = [1, 2, 3, 4, 5, 6, 7, 8].map((version) => versionOf(version));
  expect(merged(versions, 10_000).map(({ question }) => choicesOf(question))).toEqual([6400]);
  const [question] = merged(versions, 500);
  expect(choicesOf(question?.question ?? matrix)).toBe(400);
  expect(question).toMatchObject({ firstVersion: 7, lastVersion: 8, isArchived: false });
});

test("of too many archived questions those that went last are kept, and the newest version is whole", () => {
  const versions = [1, 2, 3, 4].map((version) => versionOf(version, `q-${version}`));
  expect(merged(versions, 250).map(({ question }) => question.id)).toEqual(["q-4", "q-3"]);
  expect(merged(versions, 50).map(({ question }) => question.id)).toEqual(["q-4"]);
});
