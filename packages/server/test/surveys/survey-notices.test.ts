import { csrfTokenOf } from "@survey-open-platform/service";
import { describe, expect, test, vi } from "vitest";
import { queueSurveyNotices } from "../../src/mail/survey-notices.ts";
import { ExportJobs } from "../../src/surveys/results/export-jobs.ts";
import { colours, startCollecting } from "../support/collecting-survey.ts";
import { giveAddress, mailDelivererOf, mailSettings, startMailServer } from "../support/mail-server.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import type { TestPlatform } from "../support/test-platform.ts";

const hour = 3_600_000;

/** Bob's survey, which he watches as the form says. */
async function startWatched(fields: Readonly<Record<string, string>>) {
  const server = await startMailServer();
  const settings = mailSettings(server);
  const collecting = await startCollecting({}, settings);
  const { platform, surveyId } = collecting;
  await giveAddress(platform, "bob", "bob@mail.example");
  const browser = await signedInBrowser(platform, "bob");
  const path = `/surveys/${surveyId}/notices`;
  const watch = async (given: Readonly<Record<string, string>>) =>
    browser.submit(await browser.get(path), path, { condition: "", ...given });
  expect((await watch(fields)).status).toBe(303);
  const deliverer = mailDelivererOf(platform, settings);
  /** Every node looks for what is due. @returns what was sent so far */
  const sent = async () => {
    await Promise.all(platform.stores.map((store) => queueSurveyNotices(store)));
    await deliverer.deliverDue();
    return server.mails.map(({ parsed }) => /\d+ new answers|a new answer/.exec(parsed.text ?? "")?.[0]);
  };
  return { ...collecting, browser, path, watch, sent, server };
}

/** Afterwards it is not Bob's to see. */
async function giveToAda({ store, database }: TestPlatform, surveyId: number): Promise<void> {
  const ada = (await store.findUserByUsername("ada"))?.id ?? 0;
  const owner = { owner_id: ada, creator_user_id: ada };
  await database.write(({ kysely }) =>
    kysely.updateTable("surveys").set(owner).where("id", "=", surveyId).execute(),
  );
}

describe("a user who watches a survey", () => {
  test("hears nothing until there is an answer, and of each answer once, from several nodes", async () => {
    const { submit, sent } = await startWatched({ frequency: "each" });
    expect(await sent()).toEqual([]);
    await submit();
    expect(await sent()).toEqual(["a new answer"]);
    expect(await sent()).toHaveLength(1);
    await Promise.all([submit(), submit(), submit()]);
    expect(await sent()).toEqual(["a new answer", "3 new answers"]);
  });

  test("hears at most once an hour, of all that came since", async () => {
    const { platform, submit, sent } = await startWatched({ frequency: "hourly" });
    await submit();
    expect(await sent()).toEqual([]);
    platform.clock.now += hour;
    await submit();
    expect(await sent()).toEqual(["2 new answers"]);
    await submit();
    expect(await sent()).toHaveLength(1);
    platform.clock.now += hour;
    expect(await sent()).toHaveLength(2);
  });

  test("hears only of answers with the choice that the form names", async () => {
    const condition = `${colours.radioId} ${colours.green}`;
    const { submit, sent, server } = await startWatched({ frequency: "each", condition });
    await submit();
    expect(await sent()).toEqual([]);
    await submit({ values: { [colours.radioId]: [colours.green] } });
    expect(await sent()).toEqual(["a new answer"]);
    expect(server.mails[0]?.parsed.text).toContain("Only answers with the choice that you watch");
  });

  test("hears nothing any more after the button of the mail program, and again after watching again", async () => {
    const { platform, submit, sent, server, watch } = await startWatched({ frequency: "each" });
    await submit();
    await sent();
    const raw = server.mails[0]?.raw.replaceAll(/\r\n[ \t]+/g, " ") ?? "";
    const [, link = ""] = /^List-Unsubscribe: <http:\/\/platform\.example([^>]*)>/im.exec(raw) ?? [];
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    expect((await platform.fetch(link, { method: "POST", body })).status).toBe(200);
    await submit();
    expect(await sent()).toHaveLength(1);
    await watch({ frequency: "each" });
    await submit();
    expect(await sent()).toHaveLength(2);
  });

  test("hears nothing once the results are no longer the user's to see", async () => {
    const { platform, surveyId, submit, sent } = await startWatched({ frequency: "each" });
    await giveToAda(platform, surveyId);
    await submit();
    expect(await sent()).toEqual([]);
  });

  test("stops with the form, which refuses what it does not offer", async () => {
    const { submit, sent, watch } = await startWatched({ frequency: "each" });
    expect((await watch({ frequency: "each", condition: "no such choice" })).status).toBe(400);
    expect((await watch({ frequency: "yearly" })).status).toBe(400);
    await watch({ frequency: "never" });
    await submit();
    expect(await sent()).toEqual([]);
  });
});

/** The subjects of the mails that the server has, without the title of the survey. */
const subjectsOf = ({ mails }: Awaited<ReturnType<typeof startWatched>>["server"]) =>
  mails.map(({ parsed }) => parsed.subject?.split(":")[0]);

describe("the end of a survey", () => {
  test("is announced to its watchers within a day before it, once for each end, by several nodes", async () => {
    const { platform, surveyId, sent, server, watch } = await startWatched({ frequency: "daily" });
    const endAt = (at: number) =>
      platform.store.surveys.changeSettings({ surveyId, settings: { endAt: at } });
    const end = platform.clock.now + 30 * hour;
    await endAt(end);
    await sent();
    expect(subjectsOf(server)).toEqual([]);
    platform.clock.now += 7 * hour;
    await sent();
    await sent();
    expect(subjectsOf(server)).toEqual(["A survey ends soon"]);
    await watch({ frequency: "hourly" });
    await sent();
    expect(subjectsOf(server)).toHaveLength(1);
    await endAt(end + hour);
    platform.clock.now += hour;
    await sent();
    expect(subjectsOf(server)).toEqual(["A survey ends soon", "A survey ends soon"]);
  });

  test("is announced when the limit of answers is reached, once, and not to who begins to watch later", async () => {
    const { platform, surveyId, submit, sent, server, watch } = await startWatched({ frequency: "daily" });
    await platform.store.surveys.changeSettings({ surveyId, settings: { answerLimit: 2 } });
    await submit();
    await sent();
    expect(subjectsOf(server)).toEqual([]);
    await submit();
    await sent();
    await sent();
    expect(subjectsOf(server)).toEqual(["A survey is full"]);
    await watch({ frequency: "never" });
    await watch({ frequency: "daily" });
    await sent();
    expect(subjectsOf(server)).toHaveLength(1);
  });

  test("is announced to no one who may not see the survey any more", async () => {
    const { platform, surveyId, sent, server } = await startWatched({ frequency: "daily" });
    await platform.store.surveys.changeSettings({ surveyId, settings: { endAt: platform.clock.now + hour } });
    await giveToAda(platform, surveyId);
    await sent();
    expect(subjectsOf(server)).toEqual([]);
  });
});

test("who watches a survey gets a mail when an export of theirs is ready, and no one else does", async () => {
  const { platform, surveyId, sent, server, watch } = await startWatched({ frequency: "daily" });
  const bob = (await platform.store.findUserByUsername("bob"))?.id ?? 0;
  const ada = (await platform.store.findUserByUsername("ada"))?.id ?? 0;
  const jobs = new ExportJobs(platform.store, { warn: vi.fn<() => void>() });
  const run = async (id: string, userId: number) => {
    await platform.store.surveys.beginExport({ id, surveyId, format: "csv", upTo: 0 });
    jobs.add({ id, write: async function* () {}, askedBy: { surveyId, userId } });
    await jobs.idle();
    await sent();
  };
  await run("e1", bob);
  expect(subjectsOf(server)).toEqual(["An export is ready"]);
  await run("e2", ada);
  await watch({ frequency: "never" });
  await run("e3", bob);
  expect(subjectsOf(server)).toHaveLength(1);
});

test("the page of notices changes how often a user hears of a survey, and what else they hear of", async () => {
  const { platform, surveyId, submit, sent, browser } = await startWatched({ frequency: "daily" });
  const page = "/account/notices";
  const csrf = csrfTokenOf(browser.cookies.get(sessionCookie) ?? "");
  const change = async (fields: Readonly<Record<string, string>>) =>
    (await browser.post(page, { ...fields, csrf })).status;
  const survey = String(surveyId);
  await submit();
  expect(await sent()).toEqual([]);
  expect(await change({ survey, frequency: "each" })).toBe(303);
  expect(await sent()).toEqual(["a new answer"]);
  expect(await change({ survey, frequency: "yearly" })).toBe(400);
  expect(await change({ survey: "999", frequency: "each" })).toBe(404);
  expect(await change({ survey, frequency: "never" })).toBe(303);
  await submit();
  expect(await sent()).toHaveLength(1);
  expect(await change({ mentions: "off" })).toBe(303);
  expect((await browser.get(page)).html).toContain("You get no mail when a comment mentions you.");
  const refusals = await platform.database.reader.kysely
    .selectFrom("mail_refusals")
    .select("topic")
    .execute();
  expect(refusals).toEqual([{ topic: "mentions" }]);
});
