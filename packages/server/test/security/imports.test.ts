import { expect, it } from "vitest";
import type { Browser } from "../support/browser.ts";
import { sendMultipart } from "../support/upload-form.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const questions = (count: number) =>
  Array.from({ length: count }, (_, at) => `Q${at}[单选题]\nA\nB`).join("\n\n");
const longText = `T\n\n\n\n${Array.from({ length: 5 }, () => questions(200)).join("\n\n=== 分页 ===\n\n")}`;
const longJson = JSON.stringify({
  title: "T",
  pages: Array.from({ length: 10 }, () => ({
    questions: Array.from({ length: 200 }, () => ({ type: "text", title: "Q" })),
  })),
});
const longSurveyJs = JSON.stringify({
  title: "T",
  pages: Array.from({ length: 10 }, () => ({
    elements: Array.from({ length: 199 }, (_, at) => ({ type: "text", name: `q${at}` })),
  })),
});

/** Sends a form with a file's content, as the page has it. */
async function lookAt(browser: Browser, text: string) {
  return sendMultipart(browser, await browser.get("/surveys/new?from=file"), "/surveys/new/look", { text });
}

it("other requests are served while a long file is looked at", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const bob = await signedInBrowser(platform, "bob");
  const ended: string[] = [];
  const looking = lookAt(ada, longSurveyJs).then((response) => {
    ended.push("look");
    return response.status;
  });
  for (let count = 0; count < 3; count += 1) {
    await bob.get("/surveys");
    ended.push("page");
  }
  expect(await looking).toBe(200);
  expect(ended).toEqual(["page", "page", "page", "look"]);
});

it.each([
  ["text", longText],
  ["json", longJson],
])("other requests are served while a long %s is imported", async (from, text) => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const bob = await signedInBrowser(platform, "bob");
  const page = await ada.get(`/surveys/new?from=${from}`);
  const ended: string[] = [];
  const importing = ada.submit(page, "/surveys/new", { text }).then((response) => {
    ended.push("import");
    return response.status;
  });
  for (let count = 0; count < 3; count += 1) {
    await bob.get("/surveys");
    ended.push("page");
  }
  expect(await importing).toBe(303);
  expect(ended).toEqual(["page", "page", "page", "import"]);
});

it("a user imports a limited number of surveys in a minute, and another user is not affected", async () => {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const page = await ada.get("/surveys/new?from=json");
  const statuses: number[] = [];
  for (let count = 0; count < 32; count += 1) {
    const from = ["text", "json", "file"][count % 3] ?? "";
    const sent = from === "file" ? lookAt(ada, "{") : ada.submit(page, "/surveys/new", { from, text: "{" });
    statuses.push((await sent).status);
  }
  expect(statuses).toEqual([...Array<number>(30).fill(400), 429, 429]);
  const blank = await ada.submit(page, "/surveys/new", { from: "blank", title: "Empty" });
  expect(blank.status).toBe(303);
  const bob = await signedInBrowser(platform, "bob");
  const other = await bob.submit(await bob.get("/surveys/new?from=json"), "/surveys/new", { text: "{" });
  expect(other.status).toBe(400);
});
