import { describe, expect, test } from "vitest";
import { participantsToArchive } from "../../../src/store/surveys/archived-participants.ts";
import { queueMailings } from "../../../src/store/surveys/survey-mailing-table.ts";
import { Browser } from "../../support/browser.ts";
import { mailDelivererOf } from "../../support/mail-server.ts";
import { storedAnswers } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { listed } from "./support/listed.ts";

describe("the list of a survey that programs keep", () => {
  test("is that of its participants, who may answer by a link as well, and then have answered", async () => {
    const { platform, survey, page, links, states, answer, bring, ids } = await listed();
    expect(await page()).toContain("Nick p-1");
    expect(await page()).toContain("With an account");
    expect((await new Browser(platform).get(survey.path)).html).toContain("For invited people only");
    const [link = ""] = await links();
    const browser = new Browser(platform);
    expect((await answer(browser, link)).status).toBe(303);
    expect(await states()).toEqual(["Answered"]);
    expect((await browser.follow(browser.get(link))).html).toContain("Already answered");
    // As the interface has it: the survey says whether somebody who is signed in answers once.
    expect((await answer(await bring(ids[0]))).status).toBe(303);
    expect(await storedAnswers(platform, survey.id)).toHaveLength(2);
  });

  test("has who answered signed in as answered: their link takes no other answer, and they get no reminder", async () => {
    const { platform, survey, server, mail, author, path, links, states, bring, answer, ids, change } =
      await listed();
    await change("batch", [ids[1]]);
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("users").set({ email: "p2@mail.example" }).where("id", "=", ids[1]).execute(),
    );
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("users").set({ email: "p1@mail.example" }).where("id", "=", ids[0]).execute(),
    );
    const write = async (kind: string) => {
      const form = { kind, subject: "Lunch?", body: "Hello", at: "", do: "send" };
      const sent = await author.submit(await author.get(`${path}/mail`), `${path}/mail`, form);
      expect(sent.status).toBe(303);
      for (const store of platform.stores) await store.write(queueMailings);
    };
    await write("invitation");
    const deliverer = mailDelivererOf(platform, mail);
    await deliverer.deliverDue();
    expect(server.mails.map(({ to }) => to[0] ?? "").toSorted()).toEqual([
      "p1@mail.example",
      "p2@mail.example",
    ]);
    platform.clock.now += 2 * 3_600_000;
    expect((await answer(await bring(ids[0]))).status).toBe(303);
    expect(await states()).toEqual(["Answered", "Invited"]);
    await write("reminder");
    await deliverer.deliverDue();
    expect(server.mails.slice(2).map(({ to }) => to[0])).toEqual(["p2@mail.example"]);
    const [link = ""] = await links();
    const browser = new Browser(platform);
    expect((await browser.follow(browser.get(link))).html).toContain("Already answered");
    expect((await author.get(`${path}?state=answered`)).html).toContain("Nick p-1");
    expect(await storedAnswers(platform, survey.id)).toHaveLength(1);
  });

  test("ends for somebody with the link, and the other way round", async () => {
    const { platform, survey, author, path, page, links, listed: list, ids, change, bring } = await listed();
    await change("batch", [ids[1]]);
    expect(await list()).toEqual([ids[1], ids[0]]);
    const [one = "", other = ""] = await links();
    await change("batch_delete", [ids[0]]);
    const browser = new Browser(platform);
    expect((await browser.follow(browser.get(one))).html).toContain("For invited people only");
    const [, id = ""] = /value="remove (\d+)"/.exec(await page()) ?? [];
    await author.submit(await author.get(path), path, { do: `remove ${id}` });
    expect(await list()).toEqual([]);
    const signedIn = await bring(ids[1]);
    expect((await signedIn.get(survey.path)).html).toContain("For invited people only");
    expect((await browser.follow(browser.get(other))).html).toContain("For invited people only");
  });

  test("has the contacts of the team that an author adds, who may answer then", async () => {
    const { platform, author, path, listed: list, ids, survey, answer } = await listed();
    const before = await author.get(path);
    const [, group = ""] = /<option value="(\d+)"/.exec(before.html) ?? [];
    await author.submit(before, `${path}/contacts`, { group });
    expect((await list()).length).toBeGreaterThan(1);
    expect(await list()).toContain(ids[0]);
    expect((await answer(await signedInBrowser(platform))).status).toBe(303);
    expect(await storedAnswers(platform, survey.id)).toHaveLength(1);
    const told: boolean[] = [];
    for await (const some of participantsToArchive(platform.store.reader, survey.id))
      told.push(...some.map(({ participant }) => participant.hasAnswered));
    expect(told.filter(Boolean)).toHaveLength(1);
  });
});
