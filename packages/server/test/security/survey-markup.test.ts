import type { SurveyDefinition } from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import { sampleDefinition } from "../pages/workspace-samples.tsx";
import { structureOf } from "../pages/sample-pages.tsx";
import { Browser, type Page } from "../support/browser.ts";
import { userIdOf } from "../support/routes/team-routes.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

/** Texts that are markup, a script or a template somewhere, and none of the marks of rich text. */
const hostile: readonly string[] = [
  "<script>alert(1)</script>",
  "</title></textarea><script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  "<svg/onload=alert(1)>",
  "<base href=https://evil.example/>",
  "javascript:alert(1)",
  "{{constructor.constructor('alert(1)')()}}",
  "<!--",
  "&lt;script&gt;",
];

/** Every page that shows texts of a survey, the one for respondents included. */
async function pagesWith(text: string): Promise<readonly Page[]> {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const userId = await userIdOf(platform, "ada");
  const definition: SurveyDefinition = sampleDefinition(text);
  const owner = { ownerId: userId, creatorUserId: userId };
  const { id, hash } = await platform.store.surveys.createSurvey({ ...owner, definition });
  await platform.store.surveys.publishSurvey({ surveyId: id, revision: 1 });
  const changed = { ...definition, suffix: "changed" };
  await platform.store.surveys.saveDraft({ surveyId: id, revision: 1, definition: changed });
  const question = definition.pages[0]?.questions[0]?.id ?? "";
  const addresses = [
    "",
    "/edit",
    `/edit/questions/${question}`,
    "/edit/texts",
    "/edit/logic",
    "/preview",
    "/settings",
    "/share",
    "/delete",
    "/results",
  ];
  const opened = addresses.map((page) => ada.get(`/surveys/${id}${page}`));
  return Promise.all([
    ada.get("/surveys"),
    ada.get(`/surveys/new?from=copy&survey=${id}`),
    ...opened,
    new Browser(platform).get(`/s2/${id}/${hash}/`),
  ]);
}

describe("what authors write stays text, on every page of a survey", () => {
  it.each(hostile)("%j", async (text) => {
    const [plain, written] = [await pagesWith("Plain"), await pagesWith(text)];
    expect(written.map(({ status }) => status)).toEqual(written.map(() => 200));
    for (const [at, page] of written.entries())
      expect({ path: at, structure: structureOf(page.html) }).toEqual({
        path: at,
        structure: structureOf(plain[at]?.html ?? ""),
      });
    for (const { html } of written) {
      const targets = [...html.matchAll(/\b(?:href|src|action)="([^"]*)"/g)].map(([, target = ""]) => target);
      expect(targets.filter((target) => /^javascript:|evil\.example/.test(target))).toEqual([]);
    }
  });
});
