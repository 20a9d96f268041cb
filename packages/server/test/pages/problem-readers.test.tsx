import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "@survey-open-platform/service";
import { expect, test } from "vitest";
import { ErrorPage } from "../../src/pages/error-page.tsx";
import type { PageProblem } from "../../src/pages/page-problem.ts";
import { renderPart } from "../../src/pages/render-page.ts";
import { enProblems } from "../../src/pages/texts/en-problems.ts";

const sources = join(import.meta.dirname, "../../src");

/** Only these pages are opened from an application, so only their readers know of one. */
const ofApplications = /^(?:grants|session\/login-codes)\//;

/** Every problem that a page names, by the kind of page: its folder. */
function problemsByFolder(): readonly (readonly [folder: string, problem: PageProblem])[] {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const found = files.flatMap((file) => {
    const text = readFileSync(join(sources, file), "utf8");
    const named = [...text.matchAll(/new PageError\(\s*"(\w+)"/g)].map(([, problem = ""]) => problem);
    const folder = ofApplications.test(file) ? "pages of applications" : folderOf(file);
    return [...named, ...(text.includes("notFound()") ? ["not_found"] : [])].map(
      (problem) => `${folder} ${problem}`,
    );
  });
  return [...new Set(found)].map((one) => {
    const [folder = "", problem = ""] = one.split(/ (?=\w+$)/);
    if (!isProblem(problem)) throw new Error(`there is no text for ${problem}`);
    return [folder, problem];
  });
}

/** A room of pages, or a part of it: `surveys/answering`. */
function folderOf(file: string): string {
  return file.split("/").slice(0, -1).slice(0, 2).join("/");
}

function isProblem(name: string): name is PageProblem {
  return Object.hasOwn(enProblems, name);
}

const cases = problemsByFolder();

test("the problems of every kind of page are known", () => {
  expect(cases.length).toBeGreaterThan(40);
  expect(cases).toContainEqual(["surveys/answering", "csrf"]);
});

test.each(cases.filter(([folder]) => folder !== "pages of applications"))(
  "on pages of %s, %s is worded for who reads it: it speaks of no application that sent someone here",
  (_folder, problem) => {
    for (const language of languages) {
      const html = renderPart(<ErrorPage language={language} path="/" problem={problem} requestId="r" />);
      const forDevelopers = html.indexOf("fine-print");
      const read = html.slice(html.indexOf("<article"), forDevelopers);
      expect(read).toMatch(/<h1>[^<]+<\/h1><p class="lead">[^<]+<\/p>/);
      expect(read).not.toMatch(/[Tt]he application|该应用|应用的/);
    }
  },
);
