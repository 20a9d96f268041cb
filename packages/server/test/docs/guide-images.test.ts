import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import {
  screenshotFolder,
  screenshotLanguages,
  screenshotNames,
} from "../../../../e2e/screenshots/screenshot-list.ts";
import { readRepositoryFiles, ROOT } from "../repository/support/repository.ts";

const maximumBytes = 100_000;
const pngSignature = "89504e470d0a1a0a";

/** The pictures that the guides show, from the root. */
function shownImages(): readonly string[] {
  const guides = readRepositoryFiles("docs/guides/**/*.md");
  return [...guides].flatMap(([path, text]) =>
    [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, target = ""]) =>
      normalize(join(dirname(path), target)),
    ),
  );
}

const taken = screenshotLanguages.flatMap((language) =>
  screenshotNames.map((name) => `${screenshotFolder}/${language}/${name}.png`),
);

test("the guides show each picture that the script takes, once, and no other", () => {
  expect(shownImages().toSorted()).toEqual(taken.toSorted());
});

test.each(taken)("%s is a small PNG file", (path) => {
  const file = readFileSync(join(ROOT, path));
  expect(file.subarray(0, 8).toString("hex")).toBe(pngSignature);
  expect(file.length).toBeLessThan(maximumBytes);
});
