import { describe, expect, it, test } from "vitest";
import type { SurveySettings } from "@survey-open-platform/surveys";
import { formsOf } from "../support/browser.ts";
import { publishSurvey, sendPage, storedAnswers } from "../support/published-survey.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { contents, sendFiles, temporaryUploads } from "../support/upload-form.ts";

const text =
  "Lunch\n\n\n\nHow was it?[Single Line Text]\n\n=== Page Break ===\n\nWhy?[Single Line Text][Optional]";

async function open(settings: Partial<SurveySettings>, uploads?: string) {
  const platform = await startTestPlatform(uploads === undefined ? {} : { uploads });
  const withFile = text.replace("[Single Line Text][Optional]", "[File Upload][Optional]");
  const survey = await publishSurvey(platform, { text: uploads === undefined ? text : withFile, settings });
  const browser = await signedInBrowser(platform, "ada");
  const first = await browser.get(survey.path);
  platform.clock.now += 5000;
  /** The next person signs in where the one before did not sign out. */
  const comes = async (username: string) => {
    const other = await signedInBrowser(platform, username);
    browser.cookies.set(sessionCookie, other.cookies.get(sessionCookie) ?? "");
  };
  return { platform, survey, browser, first, comes, q: survey.questionId };
}

describe("a half-filled form in a browser that several people use", () => {
  test.each<readonly [string, Partial<SurveySettings>]>([
    ["asks to sign in", { requiresSignIn: true }],
    ["takes one answer of each person", { once: "person" }],
  ])("is its own person's alone where the survey %s", async (_, settings) => {
    const { platform, survey, browser, first, comes, q } = await open(settings);
    const second = await browser.follow(sendPage(browser, first, [[q(1), "a secret"]]));
    expect(second.html).toContain("Why?");
    await comes("bob");
    expect((await browser.get(survey.path)).html).not.toContain("a secret");
    const sent = await sendPage(browser, second, [[q(2), "mine"]]);
    expect([sent.status, sent.html.includes("a secret")]).toEqual([409, false]);
    expect(await storedAnswers(platform, survey.id)).toEqual([]);
    await comes("ada");
    const resumed = await browser.get(`${survey.path}?page=${formsOf(first.html)[0]?.hidden["page"] ?? ""}`);
    expect(resumed.html).toContain("a secret");
  });

  it("is not sent under the name of the next one, also from a first page that was never stored", async () => {
    const { platform, survey, browser, first, comes, q } = await open({ requiresSignIn: true });
    await comes("bob");
    const sent = await sendPage(browser, first, [[q(1), "of ada"]]);
    expect(sent.status).toBe(409);
    expect(sent.html).toContain("Nothing was sent");
    expect(await storedAnswers(platform, survey.id)).toEqual([]);
  });

  it("asks to sign in again when the session has ended, gives back what was written, and goes on after that", async () => {
    const { platform, survey, browser, first, comes, q } = await open({ requiresSignIn: true });
    const second = await browser.follow(sendPage(browser, first, [[q(1), "kept"]]));
    browser.cookies.delete(sessionCookie);
    const asked = await sendPage(browser, second, [[q(2), "because"]]);
    expect([asked.status, asked.html.includes("You are not signed in any more.")]).toEqual([403, true]);
    const form = formsOf(asked.html).find(({ hidden }) => hidden[q(2)] === "because");
    if (form === undefined) throw new Error("nothing was given back");
    await comes("ada");
    expect((await browser.get(survey.path)).html).toContain("Your answers from before are still here.");
    const body = new URLSearchParams(form.hidden);
    expect((await browser.send(form.action, { method: "POST", body })).status).toBe(303);
    const [answer] = await storedAnswers(platform, survey.id);
    expect(answer?.values).toEqual({ [q(1)]: "kept", [q(2)]: "because" });
  });

  it("keeps its files from the next one", async () => {
    const { platform, browser, first, survey, comes, q } = await open(
      { requiresSignIn: true },
      await temporaryUploads(),
    );
    const second = await browser.follow(sendPage(browser, first, [[q(1), "x"]]));
    const file = { name: "cv.pdf", content: contents.pdf };
    await sendFiles(browser, second, [[q(2), file]], "back");
    await comes("bob");
    const own = await browser.follow(sendPage(browser, await browser.get(survey.path), [[q(1), "y"]]));
    expect(own.html).not.toContain("cv.pdf");
    platform.clock.now += 5000;
    const [row] = await platform.database.reader.kysely.selectFrom("answer_files").select("id").execute();
    const named = [[q(2), `${row?.id ?? ""}/cv.pdf`]] as const;
    expect((await sendPage(browser, own, named)).status).toBe(303);
    expect((await storedAnswers(platform, survey.id))[0]?.values).toEqual({ [q(1)]: "y" });
  });

  it("is out of reach after signing out, also in a survey that keeps no names", async () => {
    const { platform, survey, browser, first, q } = await open({});
    await sendPage(browser, first, [[q(1), "a secret"]]);
    await browser.submit(await browser.get("/surveys"), "/logout");
    expect([...browser.cookies.keys()].filter((name) => name.startsWith("sop_respondent"))).toEqual([]);
    const next = await signedInBrowser(platform, "bob");
    for (const [name, value] of next.cookies) browser.cookies.set(name, value);
    expect((await browser.get(survey.path)).html).not.toContain("a secret");
  });
});
