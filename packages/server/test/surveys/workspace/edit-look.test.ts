import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import {
  definitionFromText,
  parseSurveyJson,
  printSurveyJson,
  surveyIn,
  surveyState,
  type SurveyTheme,
  usualTheme,
  withTranslation,
} from "@survey-open-platform/surveys";
import { describe, expect, test } from "vitest";
import { contrastOf } from "../../../../surveys/src/look/oklch.ts";
import { themeStylesheetPath } from "../../../src/pages/survey/theme-stylesheet.ts";
import { Browser } from "../../support/browser.ts";
import { publishSurvey } from "../../support/published-survey.ts";
import { startTestPlatform } from "../../support/test-platform.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

const sunny: SurveyTheme = {
  color: "#ffdd00",
  corners: "round",
  font: "serif",
  progress: "steps",
  pacing: "pages",
  showsPlatform: false,
  buttons: { next: "Onwards", back: "", send: "Off you go" },
};

const fields = {
  color: "#FFDD00",
  corners: "round",
  font: "serif",
  progress: "steps",
  shows_platform: "",
  next: " Onwards ",
  send: "Off you go",
  do: "save",
};

async function openLook() {
  const opened = await surveyOfAda();
  const page = `${opened.address}/edit/look`;
  const theme = async () => (await opened.draft()).definition.theme;
  return { ...opened, page, theme };
}

describe("the look of a survey", () => {
  test("is saved in its draft, shown with its contrast, and removed", async () => {
    const { ada, page, theme } = await openLook();
    const saved = await ada.submit(await ada.get(page), page, fields);
    expect(saved.location).toBe(`${page}?notice=saved`);
    expect(await theme()).toEqual(sunny);
    const shown = await ada.get(`${page}?notice=saved`);
    expect(shown.html).toMatch(
      /On light pages as (#[0-9a-f]{6}) \(contrast 4\.5 : 1\), because #ffdd00 has only 1\.\d : 1/,
    );
    expect(shown.html).toMatch(/On dark pages as you chose it \(contrast \d+\.\d : 1\)/);
    await ada.submit(shown, page, { ...fields, do: "reset" });
    expect(await theme()).toBeUndefined();
  });

  test("can be a finished theme, which leaves words and progress as they are", async () => {
    const { ada, page, theme } = await openLook();
    await ada.submit(await ada.get(page), page, { ...fields, do: "theme ink" });
    expect(await theme()).toEqual({ ...sunny, color: "#1f2937", corners: "square", font: "serif" });
  });

  test("is undone and redone with the other changes of a draft", async () => {
    const { ada, address, page, theme } = await openLook();
    await ada.submit(await ada.get(page), page, fields);
    const editor = await ada.get(`${address}/edit`);
    expect(editor.html).toContain("The look of the survey");
    await ada.submit(editor, `${address}/edit`, { do: "undo" });
    expect(await theme()).toBeUndefined();
  });

  test.each([
    [{ color: "red" }, "Enter a colour"],
    [{ color: "#12345" }, "Enter a colour"],
    [{ color: "#ffffff;}*{x:url(//evil)" }, "Enter a colour"],
    [{ next: "x".repeat(41) }, "At most 40 characters"],
  ])("is refused with what is wrong, and what was typed stays: %j", async (wrong, says) => {
    const { ada, page, theme } = await openLook();
    const refused = await ada.submit(await ada.get(page), page, { ...fields, ...wrong });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(says);
    expect(refused.html).toContain("Off you go");
    expect(await theme()).toBeUndefined();
  });

  test("that somebody else changed meanwhile is not replaced unseen", async () => {
    const { ada, page, theme } = await openLook();
    const [mine, theirs] = [await ada.get(page), await ada.get(page)];
    await ada.submit(theirs, page, fields);
    const refused = await ada.submit(mine, page, { ...fields, color: "#123456" });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain("Somebody else has changed the look");
    expect(await theme()).toEqual(sunny);
    await ada.submit(refused, page, { ...fields, color: "#123456" });
    expect(await theme()).toEqual({ ...sunny, color: "#123456" });
  });

  test("is shown by the preview before it is saved, and by no policy of its own", async () => {
    const { ada, address, page, theme } = await openLook();
    const editing = await ada.get(page);
    expect(editing.headers.get("content-security-policy")).toContain("frame-src 'self'");
    expect(editing.headers.get("content-security-policy")).not.toContain("unsafe");
    const query = new URLSearchParams({
      in: "editor",
      look: "1",
      color: "#ffdd00",
      corners: "round",
    }).toString();
    const preview = await ada.get(`${address}/preview?${query}`);
    expect(preview.html).toContain("/themes/ffdd00-round-system.");
    const broken = await ada.get(`${address}/preview?in=editor&look=1&color=red`);
    expect(broken.status).toBe(200);
    expect(broken.html).toContain(themeStylesheetPath(usualTheme));
    expect(await theme()).toBeUndefined();
  });
});

const twoPages =
  "Lunch\n\nWelcome.\n\nHow was it?[Single Choice]\nGood\nBad\n\n=== Page Break ===\n\nWhy?[Single Line Text][Optional]";

async function openThemed(theme: SurveyTheme = sunny) {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, { text: twoPages, change: (one) => ({ ...one, theme }) });
  const browser = new Browser(platform);
  return { platform, browser, survey, first: await browser.get(survey.path) };
}

describe("a survey with a look of its own", () => {
  test("has it on its pages: colours, steps, words of buttons, and no name of the platform", async () => {
    const { first } = await openThemed();
    expect(first.html).toContain(`<link rel="stylesheet" href="${themeStylesheetPath(sunny)}"`);
    expect(first.html).toContain("survey-steps");
    expect(first.html).toContain(">Onwards</button>");
    expect(first.html).not.toContain("Survey Open Platform");
    expect(first.headers.get("content-security-policy")).toContain("style-src 'self';");
    expect(first.html).not.toMatch(/ style=|<style/);
  });

  test("says nothing of progress where its author wants that", async () => {
    const { first } = await openThemed({ ...sunny, progress: "none" });
    expect(first.html).not.toContain("survey-progress");
  });

  test("has it where it cannot be answered", async () => {
    const { platform, browser, survey } = await openThemed();
    await platform.store.surveys.changeSettings({
      surveyId: survey.id,
      settings: { state: surveyState.paused },
    });
    const closed = await browser.get(survey.path);
    expect(closed.status).toBe(403);
    expect(closed.html).toContain(themeStylesheetPath(sunny));
  });

  test("has it in its JSON form, and translates the words of its buttons", () => {
    const made = definitionFromText(twoPages);
    if (!made.ok) throw new Error("the text has a problem");
    const themed = { ...made.definition, theme: sunny, language: "en" };
    const read = parseSurveyJson(printSurveyJson(themed), randomBytes);
    expect(read).toMatchObject({ ok: true, definition: { theme: sunny } });
    const german = withTranslation(themed, "de", { "button/next": "Weiter" });
    expect(surveyIn(german, "de").theme?.buttons).toEqual({ ...sunny.buttons, next: "Weiter" });
    const wrong = { ...themed, theme: { ...sunny, color: "red" } };
    expect(parseSurveyJson(JSON.stringify(wrong), randomBytes)).toMatchObject({ ok: false });
  });

  test("takes at most 30 KB to answer, its page, styles and script compressed", async () => {
    const { browser, first } = await openThemed();
    const files = [...first.html.matchAll(/(?:href|src)="(\/(?:assets|themes)\/[^"]*\.(?:css|js))"/g)];
    expect(files).toHaveLength(3);
    const bodies = await Promise.all(files.map(async ([, path = ""]) => (await browser.get(path)).html));
    const bytes = [first.html, ...bodies].map((body) => gzipSync(body).byteLength);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(30 * 1024);
  });
});

describe("the stylesheet of a look", () => {
  test("is kept for ever under the address that names its content, and asked for again under another one", async () => {
    const { browser } = await openThemed();
    const path = themeStylesheetPath(sunny);
    const found = await browser.get(path);
    expect(found.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(found.headers.get("x-content-type-options")).toBe("nosniff");
    expect(found.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const [, accent = ""] = found.html.match(/--accent: (#[0-9a-f]{6})/) ?? [];
    expect(contrastOf(accent, "#ffffff")).toBeGreaterThan(4.5);
    expect(found.html).not.toMatch(/url\(|@import|\/\//);
    const older = await browser.get(path.replace(/\.[0-9a-f]{16}\./, ".0123456789abcdef."));
    expect([older.status, older.html, older.headers.get("cache-control")]).toEqual([
      200,
      found.html,
      "no-cache",
    ]);
  });

  test.each([
    "/themes/red-round-serif.0123456789abcdef.css",
    "/themes/ffdd00-round-comic.0123456789abcdef.css",
    "/themes/ffdd00-__proto__-serif.0123456789abcdef.css",
    "/themes/ffdd00-round-serif.0123456789abcdef.css.map",
    "/themes/ffdd00-round-serif",
    "/themes/ffdd00-round-serif-x.0123456789abcdef.css",
    "/themes/%3Cscript%3E",
  ])("is none at %s", async (path) => {
    const { browser } = await openThemed();
    expect((await browser.get(path)).status).toBe(404);
  });
});
