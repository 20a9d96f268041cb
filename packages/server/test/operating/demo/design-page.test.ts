import { expect, test } from "vitest";
import { readRepositoryFiles } from "../../repository/support/repository.ts";

const design = "packages/server/src/operating/demo/design/*.tsx";
const components = "packages/server/src/pages/components/*.tsx";

/** Components that have no look of their own, or only that of a page which shows them. */
const withoutLook: Readonly<Record<string, string>> = {
  "call-steps": "a list of command blocks",
  "hidden-fields": "hidden",
  "in-turns": "draws what it is given",
  "live-script": "a script",
  "survey-choice": "the fields of the consent page",
  "turbo-stream": "puts other components into an open page",
};

test("the page of components shows each of them, but for those that have no look of their own", () => {
  const imported = [...readRepositoryFiles(design).values()].join("\n");
  const files = [...readRepositoryFiles(components).keys()].map((path) => path.split("/").at(-1) ?? "");
  const missing = files.filter((file) => !imported.includes(`/components/${file}"`));
  expect(missing.map((file) => file.replace(".tsx", ""))).toEqual(
    Object.keys(withoutLook).toSorted((one, other) => one.localeCompare(other, "en")),
  );
});
