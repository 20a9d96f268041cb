import { describe, expect, it } from "vitest";
import { signUpsOfAddress } from "../../src/people/account/sign-up.tsx";
import { resetsOfAddress } from "../../src/people/administration/password-reset.tsx";
import {
  begunForms,
  readSheets,
  readsOfSheet,
  sentAnswers,
  sentFiles,
  sharedResults,
  triedPasswords,
} from "../../src/surveys/answering/limits.ts";
import { surveyGuessesPerMinute } from "../../src/surveys/answering/survey-guess-limit.ts";
import { hashToken, makeRandomId } from "../../src/model/token.ts";
import { challengesOfAddress } from "../../src/session/passkeys/begin-challenge.ts";
import { attemptsOfAddress, attemptsOnName } from "../../src/session/sign-in-attempt.ts";
import type { anonymousLimits } from "../docs/support/anonymous-limits.ts";
import { Browser, type Page } from "../support/browser.ts";
import { publishSurvey, sendPage } from "../support/published-survey.ts";
import { makeAnswerSheet } from "../support/answer-sheet.ts";
import { makeResultsLink } from "../support/results-link.ts";
import { passkeySettings } from "../support/software-authenticator.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { sendFiles, temporaryUploads } from "../support/upload-form.ts";
import { createPasswordLink } from "../../src/store/people/password-link-table.ts";

const text =
  "T\n\n\n\nQ[Multiple Line Text][Optional]\n\nMore[Multiple Line Text][Optional]\n\nFile[File Upload][Optional]";

interface Reached {
  /** How often it was served before the first refusal. */
  readonly served: number;
  readonly expected: number;
}

/** Repeats what a caller does until it is refused. */
async function until(
  refused: (page: Page) => boolean,
  run: (time: number) => Promise<Page>,
): Promise<number> {
  for (let time = 0; time < 2000; time += 1) if (refused(await run(time))) return time;
  return Infinity;
}

const is429 = ({ status }: Page) => status === 429;

async function openSurvey(platform: TestPlatform, settings = {}) {
  const survey = await publishSurvey(platform, { text, settings });
  const begin = async () => {
    const browser = new Browser(platform);
    return { browser, page: await browser.get(survey.path) };
  };
  return { survey, begin };
}

const reach: Readonly<Record<keyof typeof anonymousLimits, (platform: TestPlatform) => Promise<Reached>>> = {
  async formsBegun(platform) {
    const { begin, survey } = await openSurvey(platform);
    const served = await until(is429, async () => {
      const { browser, page } = await begin();
      return sendPage(browser, page, [[survey.questionId(1), "x"]], "back");
    });
    return { served, expected: begunForms.burst };
  },
  async answersSent(platform) {
    const { begin } = await openSurvey(platform);
    const forms = await Promise.all(Array.from({ length: sentAnswers.burst + 1 }, begin));
    platform.clock.now += 5000;
    const served = await until(is429, async (time) => {
      const { browser, page } = forms[time] ?? (await begin());
      return sendPage(browser, page, []);
    });
    return { served, expected: sentAnswers.burst };
  },
  async filesSent(platform) {
    const { begin, survey } = await openSurvey(platform);
    const served = await until(is429, async () => {
      const { browser, page } = await begin();
      const field = [
        `${survey.questionId(3)}.files`,
        { name: "x.pdf", content: Buffer.from("%PDF-1") },
      ] as const;
      return sendFiles(browser, page, [field, field], "back");
    });
    return { served: served * 2, expected: sentFiles.burst };
  },
  async bytesStored(platform) {
    const { begin, survey } = await openSurvey(platform);
    const long = "x".repeat(20_000);
    const served = await until(is429, async () => {
      const { browser, page } = await begin();
      return sendPage(
        browser,
        page,
        [1, 2].map((number) => [survey.questionId(number), long] as const),
      );
    });
    // Half of 4 MB, in forms of 40,000 characters with what is stored around them.
    return { served, expected: Math.floor((2 * 1024 * 1024) / 40_620) };
  },
  async surveyPasswords(platform) {
    const { begin, survey } = await openSurvey(platform, { passwordHash: "x" });
    const { browser, page } = await begin();
    const served = await until(is429, () =>
      browser.submit(page, `${survey.path}password`, { password: "x" }),
    );
    return { served, expected: triedPasswords.burst };
  },
  async linkPasswords(platform) {
    const browser = new Browser(platform);
    const page = await browser.get(await makeResultsLink(platform, { password: "x" }));
    const served = await until(is429, () => browser.submit(page, "/shared-results", { password: "y" }));
    return { served, expected: triedPasswords.burst };
  },
  async readSheets(platform) {
    const served = await until(
      is429,
      async () => await new Browser(platform).get(`/answers.csv?sheet=${"a".repeat(32)}`),
    );
    return { served, expected: readSheets.burst };
  },
  async readsOfSheet(platform) {
    const address = await makeAnswerSheet(platform);
    const served = await until(is429, () => new Browser(platform).get(address));
    return { served, expected: readsOfSheet.burst };
  },
  async sharedResults(platform) {
    const address = await makeResultsLink(platform);
    const served = await until(is429, () => new Browser(platform).get(address));
    return { served, expected: sharedResults.burst };
  },
  async guessLimit(platform) {
    const { survey } = await openSurvey(platform);
    const browser = new Browser(platform);
    const served = await until(is429, (time) =>
      browser.get(`/s2/${survey.id}/${(time + 1).toString(16).padStart(8, "0")}/`),
    );
    // On several nodes each counts for itself.
    return { served: Math.floor(served / platform.stores.length), expected: surveyGuessesPerMinute };
  },
  async formBytes(platform) {
    const { begin, survey } = await openSurvey(platform);
    const { browser, page } = await begin();
    const { status } = await sendPage(browser, page, [[survey.questionId(1), "x".repeat(1024 * 1024)]]);
    return { served: status, expected: 413 };
  },
  async draftBytes(platform) {
    const many = Array.from({ length: 20 }, (_, at) => `Q${at}[Multiple Line Text][Optional]`).join("\n\n");
    const survey = await publishSurvey(platform, { text: `T\n\n\n\n${many}` });
    const browser = new Browser(platform);
    const fields = Array.from(
      { length: 20 },
      (_, at) => [survey.questionId(at + 1), "x".repeat(20_000)] as const,
    );
    return {
      served: (await sendPage(browser, await browser.get(survey.path), fields)).status,
      expected: 413,
    };
  },
  async quickest(platform) {
    const { begin } = await openSurvey(platform);
    const { browser, page } = await begin();
    platform.clock.now += 1999;
    return { served: (await sendPage(browser, page, [])).status, expected: 422 };
  },
  async signIns(platform) {
    const browser = new Browser(platform);
    const page = await browser.get("/login");
    const served = await until(is429, (time) =>
      browser.submit(page, "/login", { username: `name-${time}`, password: "x" }),
    );
    return { served, expected: attemptsOfAddress.burst };
  },
  async signInsOnName(platform) {
    const browser = new Browser(platform);
    const page = await browser.get("/login");
    const served = await until(is429, async () => {
      // Attempts on one name also wait for each other, longer and longer.
      await platform.database.write(({ kysely }) => kysely.deleteFrom("sign_in_delays").execute());
      return browser.submit(page, "/login", { username: "ada", password: "x" });
    });
    return { served, expected: attemptsOnName.burst };
  },
  async signUps(platform) {
    const browser = new Browser(platform);
    const page = await browser.get("/sign-up");
    const fields = { username: "cleo", nickname: "Cleo", password: "short" };
    const served = await until(is429, () => browser.submit(page, "/sign-up", fields));
    return { served, expected: signUpsOfAddress.burst };
  },
  async passwordLinks(platform) {
    const token = makeRandomId();
    const actor = { userId: null, username: "", address: "" };
    const ada = await platform.store.findUserByUsername("ada");
    const link = { username: "ada", userId: ada?.id ?? 0, hash: hashToken(token) };
    await platform.store.write(createPasswordLink, link, actor);
    const browser = new Browser(platform);
    const page = await browser.get(`/reset/${token}`);
    const served = await until(is429, () => browser.submit(page, `/reset/${token}`, { password: "short" }));
    return { served, expected: resetsOfAddress.burst };
  },
  async passkeyChallenges(platform) {
    const browser = new Browser(platform);
    const page = await browser.get("/login");
    const served = await until(is429, () => browser.submit(page, "/login/passkey/begin"));
    return { served, expected: challengesOfAddress.burst };
  },
  async wrongSecrets(platform) {
    return { served: await countWrongSecrets(platform, () => "demo_app"), expected: 10 };
  },
  async wrongSecretsOfAddress(platform) {
    return { served: await countWrongSecrets(platform, (time) => `made_up_${time}`), expected: 1000 };
  },
};

async function countWrongSecrets(platform: TestPlatform, appid: (time: number) => string): Promise<number> {
  for (let time = 0; time < 2000; time += 1) {
    const { error } = await platform.call("/api/oauth2/access_token", {
      appid: appid(time),
      secret: "wrong",
      code: "x",
      grant_type: "authorization_code",
    });
    if (error.type === "request_rate_limited") return time;
  }
  return Infinity;
}

describe("each bound of callers without an account is reached exactly", () => {
  it.each(Object.entries(reach))("%s", async (_, run) => {
    const platform = await startTestPlatform({
      uploads: await temporaryUploads(),
      addressMegabytesPerHour: "4",
      signUp: "open",
      ...passkeySettings,
    });
    const { served, expected } = await run(platform);
    expect(served).toBe(expected);
  });
});
