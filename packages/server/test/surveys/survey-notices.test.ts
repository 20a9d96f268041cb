import { describe, expect, test } from "vitest";
import { queueSurveyNotices } from "../../src/mail/survey-notices.ts";
import { colours, startCollecting } from "../support/collecting-survey.ts";
import { giveAddress, mailDelivererOf, mailSettings, startMailServer } from "../support/mail-server.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";

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
    const ada = (await platform.store.findUserByUsername("ada"))?.id ?? 0;
    await platform.database.write(({ kysely }) =>
      kysely
        .updateTable("surveys")
        .set({ owner_id: ada, creator_user_id: ada })
        .where("id", "=", surveyId)
        .execute(),
    );
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
