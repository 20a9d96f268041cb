import { expect, test } from "vitest";
import { readDocstring } from "../../../scripts/sdk-reference/docstring.ts";
import { readEntries } from "../../../scripts/sdk-reference/render-reference.ts";

const exported = readEntries().flatMap(({ specifier, names }) =>
  names.map(({ name, declaration }) => ({
    place: `${name} of ${specifier}`,
    isFunction: declaration.node.type === "FunctionDeclaration",
    ...readDocstring(declaration.docs),
  })),
);
const placesOf = (found: typeof exported) => found.map(({ place }) => place);

test("every export says what it is, and each tag of its docstring says something", () => {
  expect(exported.length).toBeGreaterThan(150);
  expect(placesOf(exported.filter(({ summary }) => !/[.:]$/.test(summary)))).toEqual([]);
  expect(placesOf(exported.filter(({ tags }) => tags.some(({ text }) => text === "")))).toEqual([]);
});

test("every function has an example", () => {
  const without = exported.filter(
    ({ isFunction, tags }) => isFunction && !tags.some(({ tag }) => tag === "example"),
  );
  expect(placesOf(without)).toEqual([]);
});
