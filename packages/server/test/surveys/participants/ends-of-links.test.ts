import { platformZone } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { mostParticipants } from "../../../src/model/participant.ts";
import { queueMailings } from "../../../src/store/surveys/survey-mailing-table.ts";
import { Browser } from "../../support/browser.ts";
import { mailDelivererOf } from "../../support/mail-server.ts";
import { publishSurvey, sendPage, storedAnswers } from "../../support/published-survey.ts";
import { firstFormOf, sendUnderWay } from "../../support/outlives/send-under-way.ts";
import { teamIdOf } from "../../support/routes/team-routes.ts";
import { outcomeOf, teamClient } from "../../support/team-client.ts";
import { startTestPlatform } from "../../support/test-platform.ts";
import { answer, invited, lunch, people } from "./support/invited.ts";

interface Added {
  readonly participants: readonly { readonly end_at: string }[];
}

const hour = 3_600_000;
const zone = platformZone("Asia/Shanghai");

/** A survey with two participants. */
async function opened(settings: Parameters<typeof invited>[0] = {}, isMailing = false) {
  const survey = await invited({ onlyParticipants: true, ...settings }, isMailing);
  const { add, author, path, platform } = survey;
  await add(people);
  const press = async (fields: Readonly<Record<string, string>>) =>
    author.submit(await author.get(path), path, fields);
  const ids = [...(await author.get(path)).html.matchAll(/value="end (\d+)"/g)].map(([, id = ""]) => id);
  /** A moment as a field of a browser has it. */
  const fieldIn = (milliseconds: number) => zone.format(platform.clock.now + milliseconds).slice(0, 16);
  const ends = async () =>
    [...(await author.get(path)).html.matchAll(/<details><summary>(.*?)<\/summary><form/g)].map(
      ([, text = ""]) => text.replaceAll(/<[^>]*>/g, ""),
    );
  return { ...survey, press, ids, fieldIn, ends };
}

describe("the link of a participant", () => {
  test("that is past its date says so, also in the middle of answering, and goes on where the date is moved", async () => {
    const { platform, survey, links, press, ids, fieldIn, ends } = await opened();
    const [ada = "", bob = ""] = await links();
    const browser = new Browser(platform);
    const first = await browser.follow(browser.get(ada));
    expect((await press({ do: `end ${ids[0]}`, until: fieldIn(hour) })).location).toMatch(/saved$/);
    platform.clock.now += 60_000;
    const second = await browser.follow(
      sendPage(browser, first, [[survey.questionId(1), survey.optionId(1, 1)]]),
    );
    platform.clock.now += hour;
    const late = await sendPage(browser, second, []);
    expect(late.status).toBe(403);
    expect(late.html).toContain("Your link has ended");
    expect(late.html).toContain("It was open until");
    expect(late.html).toContain("The pages that you sent");
    const fresh = new Browser(platform);
    expect((await fresh.follow(fresh.get(ada))).html).toContain("Your link has ended");
    expect((await ends()).map((text) => text.includes("ended"))).toEqual([true, false]);
    const other = new Browser(platform);
    expect((await other.follow(other.get(bob))).html).toContain("Page 1 of 2");
    await press({ do: `end ${ids[0]}`, until: "" });
    expect((await fresh.follow(fresh.get(ada))).html).toContain("Page 2 of 2");
    expect(await storedAnswers(platform, survey.id)).toEqual([]);
  });

  test("ends with those of the survey, but for a date of its own; who answered before sees the answer, and does not change it", async () => {
    const survey = await opened({ allowsAnswerUpdates: true });
    const { platform, links, press, ids, fieldIn } = survey;
    const [ada = "", bob = ""] = await links();
    const browser = new Browser(platform);
    await answer(survey, browser, ada);
    await press({ do: "links_end", until: fieldIn(hour) });
    await press({ do: `end ${ids[1]}`, until: fieldIn(3 * hour) });
    const before = await browser.follow(browser.get(ada));
    expect(before.html).toContain("/change?answer=");
    platform.clock.now += 2 * hour;
    const after = await browser.follow(browser.get(ada));
    expect(after.html).toContain("Already answered");
    expect(after.html).not.toContain("/change?answer=");
    const [, change = ""] = /href="([^"]*change\?answer=[^"]*)"/.exec(before.html) ?? [];
    expect((await browser.get(change)).html).not.toContain("Change your answers");
    const other = new Browser(platform);
    expect((await other.follow(other.get(bob))).html).toContain("Page 1 of 2");
    platform.clock.now += 2 * hour;
    expect((await other.follow(other.get(bob))).html).toContain("Your link has ended");
  });

  test("keeps its seconds, and is in no log again, where a form is saved without a change", async () => {
    const { platform, survey, author, path, press, ids } = await opened({ linksEndAt: 4e12 + 5678 });
    const own = async () =>
      (
        await platform.database.reader.kysely
          .selectFrom("participants")
          .select("end_at as endAt")
          .orderBy("id")
          .execute()
      ).map(({ endAt }) => endAt);
    const shown = async (button: string) => {
      const { html } = await author.get(path);
      return new RegExp(`name="until"[^>]*value="([^"]*)"(?:(?!</form>).)*value="${button}"`, "s").exec(
        html,
      )?.[1];
    };
    await platform.database.write(({ kysely }) =>
      kysely
        .updateTable("participants")
        .set({ end_at: 3e12 + 1234 })
        .where("name", "=", "Bob")
        .execute(),
    );
    const log = async () => (await author.get(`/surveys/${survey.id}/log`)).html.match(/<time/g)?.length ?? 0;
    const before = await log();
    expect(before).toBeGreaterThan(0);
    for (const button of ["links_end", `end ${ids[0]}`, `end ${ids[1]}`])
      expect((await press({ do: button, until: (await shown(button)) ?? "" })).location).toMatch(/saved$/);
    expect(await shown(`end ${ids[0]}`)).toBe("");
    expect(await own()).toEqual([null, 3e12 + 1234]);
    expect((await platform.store.surveys.findSettings(survey.id))?.linksEndAt).toBe(4e12 + 5678);
    expect(await log()).toBe(before);
    const table = await author.submit(await author.get(path), `${path}/links`);
    const ends = table.html.split(/\r?\n/).map((line) => line.split(",").at(-1));
    expect(ends).toEqual([`"until"`, `""`, `"${zone.format(3e12 + 1234)}"`, ""]);
  });

  test("that is withdrawn while a form arrives sends nothing, and its date is not found", async () => {
    const { platform, survey, links, press, ids } = await opened();
    const [ada = ""] = await links();
    const browser = new Browser(platform);
    const first = await browser.follow(browser.get(ada));
    platform.clock.now += 60_000;
    const option = [[survey.questionId(1), survey.optionId(1, 1)]] as const;
    const { action, hidden } = firstFormOf(await browser.follow(sendPage(browser, first, option)));
    const body = new URLSearchParams({ ...hidden, action: "next" });
    const underWay = await sendUnderWay(browser, action, body);
    await press({ do: `remove ${ids[0]}` });
    expect((await underWay.finish()).status).toBe(403);
    expect(await storedAnswers(platform, survey.id)).toEqual([]);
    expect((await press({ do: `end ${ids[0]}`, until: "" })).status).toBe(404);
  });

  test("keeps its date when what is entered is none", async () => {
    const { press, ids, ends } = await opened();
    for (const button of ["links_end", `end ${ids[0]}`])
      expect((await press({ do: button, until: "2026-02-30T10:00" })).location).toMatch(/no_moment$/);
    expect(await ends()).toEqual(["No end", "No end"]);
  });
});

describe("a table of participants", () => {
  test("has dates in the author's zone, which also change those of participants who are there", async () => {
    const { add, look, ends } = await opened();
    const refused = await look("email,until\nada@mail.example,tomorrow\n");
    expect(refused.html).toContain("Line 2 has a date that is none");
    const looked = await look(
      "email,until\nada@mail.example,2030-01-02\nnew@mail.example,2030/01/02 18:30\n",
    );
    expect(looked.html).toContain("2030-01-02 23:59:59");
    await add(
      "email,until\nada@mail.example,2030/1/2\nnew@mail.example,2030/01/02 18:30\nbob@mail.example,\n",
    );
    expect(await ends()).toEqual(["Jan 2, 2030, 11:59 PM", "No end", "Jan 2, 2030, 6:30 PM"]);
  });
});

test("a program sends the date of a link, and one that is none adds no one", async () => {
  const platform = await startTestPlatform();
  const survey = await publishSurvey(platform, { text: lunch, ownerId: await teamIdOf(platform, "Acme") });
  const client = await teamClient(platform);
  const path = `/api/surveys/${survey.id}/participants`;
  const send = (participants: readonly object[]) => client.post<Added>(path, { participants });
  const refused = await send([{ code: "one" }, { code: "two", end_at: "2026-02-30 10:00:00" }]);
  expect(outcomeOf(refused)).toBe("invalid_argument");
  expect(refused.error.message).toContain("(end_at): number 2");
  const date = "2030-01-02 18:30:00";
  const first = await send([{ code: "one", end_at: date }, { code: "two" }]);
  expect(first.data.participants.map(({ end_at }) => end_at)).toEqual([date, ""]);
  // What is not sent stays; what is sent changes who is there.
  await send([{ code: "one" }, { code: "two", end_at: date }]);
  const linksEndAt = zone.parse("2031-01-01 00:00:00") ?? 0;
  await platform.store.surveys.changeSettings({ surveyId: survey.id, settings: { linksEndAt } });
  await send([{ code: "one", end_at: "" }]);
  const { data } = await client.get<{ readonly list: Added["participants"] }>(path);
  expect(data.list.map(({ end_at }) => end_at)).toEqual(["", date]);
});

test("a survey with more participants than a page adds takes dates of those, and no one else", async () => {
  const { platform, survey, add, ends } = await opened();
  const many = sql`insert into participants (survey_id, known_by, nonce, link_hash, email, phone, code, name,
      language, fields, created_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${mostParticipants})
    select cast(${survey.id} as bigint), 'code ' || i, 'n' || i, 'h' || i, '', '', '' || i, '', '', '{}', 0 from n`;
  await platform.database.write(({ kysely }) => many.execute(kysely));
  expect((await add("email,until\nada@mail.example,2030-01-02\n")).status).toBe(303);
  expect((await ends())[0]).toBe("Jan 2, 2030, 11:59 PM");
  expect((await add("email\ncarl@mail.example\n")).status).toBe(400);
});

describe("a mail to a participant", () => {
  test("says until when the link is open, and none goes out after that", async () => {
    const { platform, author, path, press, ids, fieldIn, server, mail } = await opened({}, true);
    if (mail === undefined || server === undefined) throw new Error("there is no mail server");
    const deliverer = mailDelivererOf(platform, mail);
    const write = async (kind: string) => {
      const form = { kind, subject: "Lunch?", body: "Hello", at: "", do: "send" };
      const sent = await author.submit(await author.get(`${path}/mail`), `${path}/mail`, form);
      for (const store of platform.stores) await store.write(queueMailings);
      return sent.status;
    };
    const end = platform.clock.now + 2 * hour;
    await press({ do: `end ${ids[0]}`, until: fieldIn(2 * hour) });
    expect(await write("invitation")).toBe(303);
    await deliverer.deliverDue();
    const texts = new Map(server.mails.map(({ to, parsed }) => [to[0], parsed.text]));
    const utc = new Date(end).toISOString().slice(0, 16).replace("T", " ");
    expect(texts.get("ada@mail.example")).toContain(`Your link is open until ${utc} UTC.`);
    expect(texts.get("bob@mail.example")).not.toContain("is open until");
    platform.clock.now += hour + 1000;
    expect(await write("reminder")).toBe(303);
    // Ada's reminder waits already when her link ends.
    platform.clock.now += hour;
    await deliverer.deliverDue();
    expect(server.mails.slice(2).map(({ to }) => to[0])).toEqual(["bob@mail.example"]);
    platform.clock.now += hour;
    await press({ do: "links_end", until: fieldIn(-hour) });
    expect(await write("reminder")).toBe(400);
  });
});
