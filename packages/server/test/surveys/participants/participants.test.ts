import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { Browser } from "../../support/browser.ts";
import { publishSurvey, sendPage, storedAnswers } from "../../support/published-survey.ts";
import { answer, invited, lunch, people } from "./support/invited.ts";

describe("participants of a survey", () => {
  test("are looked at first, then added; those that are there already stay", async () => {
    const { look, add, author, path, links } = await invited();
    expect((await author.get(path)).html).toMatch(/Add participants.*Only participants can answer/s);
    const looked = await look(people);
    expect(looked.status).toBe(200);
    expect(looked.html).toContain("2 participants were read");
    expect(looked.html).toContain("team: Own field");
    expect(await links()).toEqual([]);
    expect((await add(people)).location).toBe(`${path}?notice=added`);
    expect(await links()).toHaveLength(2);
    await add("ADA@mail.example, Somebody\n+49 30 1234567\ncode-7\n");
    const page = await author.get(path);
    expect(page.html).toContain("4 participants");
    expect(page.html).not.toContain("Somebody");
  });

  test("are no more than a survey may have; what would be more is not added at all", async () => {
    const { platform, survey, add, author, path } = await invited();
    await platform.database.write(({ kysely }) =>
      sql`insert into participants
          (survey_id, known_by, nonce, link_hash, email, phone, code, name, language, fields, created_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 49999)
        select ${survey.id}, 'code ' || n, 'n' || n, 'h' || n, '', '', 'c' || n, '', '', '{}', 0
        from numbers`.execute(kysely),
    );
    const refused = await add("ada@mail.example\nbob@mail.example\n");
    expect(refused.status).toBe(400);
    expect((await author.get(path)).html).toContain("49999 participants");
    expect((await add("ada@mail.example\n")).location).toBe(`${path}?notice=added`);
  });

  test("are not changed by a button that is none", async () => {
    const { author, path } = await invited({ onlyParticipants: true });
    const page = await author.get(path);
    expect((await author.submit(page, path, { do: "everything" })).status).toBe(400);
    expect((await author.get(path)).html).toMatch(/id="only"[^>]* checked/);
  });

  test.each([
    ["email\nnot an address\n", "Line 2 has a mail address that is none"],
    ["email,language\na@b.example,never ever\n", "Line 2 has a language that is none"],
    ["email\na@b.example\nA@B.example\n", "Line 3 names the same person as line 2"],
    ["name\nAda\n", "Line 2 has neither a mail address nor"],
    ["", "Enter participants"],
    ['email\n"a@b.example\n', "Line 2 has a quotation mark without the second one"],
    [`email,name\na@b.example,${"x".repeat(201)}\n`, "more than 200 characters"],
  ])("with a mistake are not added at all: %j", async (text, says) => {
    const { look, links } = await invited();
    const refused = await look(text);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(says);
    expect(await links()).toEqual([]);
  });

  test("open their answer in any browser by their link, and answer once", async () => {
    const opened = await invited({ onlyParticipants: true });
    const { platform, survey, add, links, states } = opened;
    await add(people);
    const [ada = "", bob = ""] = await links();
    const stranger = await new Browser(platform).get(survey.path);
    expect(stranger.html).toContain("only for people who were invited");
    const phone = new Browser(platform);
    const start = await phone.get(ada);
    expect(start.status).toBe(303);
    expect(start.location).not.toContain("p=");
    const first = await phone.follow(start);
    platform.clock.now += 60_000;
    await phone.follow(sendPage(phone, first, [[survey.questionId(1), survey.optionId(1, 2)]]));
    expect(await states()).toEqual(["Started", "Not invited"]);
    // Another browser goes on where the first one was.
    const desktop = new Browser(platform);
    const second = await desktop.follow(desktop.get(ada));
    expect(second.html).toContain("Page 2 of 2");
    await desktop.follow(sendPage(desktop, second, [[survey.questionId(2), "Cold"]]));
    expect((await phone.follow(phone.get(ada))).html).toContain("Already answered");
    await answer(opened, new Browser(platform), bob);
    expect(await states()).toEqual(["Answered", "Answered"]);
    expect(await storedAnswers(platform, survey.id)).toHaveLength(2);
  });

  test("may change their answer in another browser where the survey allows it", async () => {
    const opened = await invited({ allowsAnswerUpdates: true });
    const { platform, add, links } = opened;
    await add(people);
    const [ada = ""] = await links();
    await answer(opened, new Browser(platform), ada);
    const other = new Browser(platform);
    const again = await other.follow(other.get(ada));
    expect(again.html).toContain("/change?answer=");
  });

  test("whose link is withdrawn open nothing any more, and their answer stays without them", async () => {
    const opened = await invited({ onlyParticipants: true });
    const { platform, survey, add, links, author, path } = opened;
    await add(people);
    const [ada = "", bob = ""] = await links();
    const browser = new Browser(platform);
    await answer(opened, browser, ada);
    const page = await author.get(path);
    const ids = [...page.html.matchAll(/value="remove (\d+)"/g)].map(([, id]) => id);
    for (const id of ids) await author.submit(await author.get(path), path, { do: `remove ${id}` });
    for (const link of [ada, bob]) {
      const fresh = new Browser(platform);
      expect((await fresh.follow(fresh.get(link))).html).toContain("only for people who were invited");
    }
    expect((await browser.get(survey.path)).html).toContain("only for people who were invited");
    const [stored] = await storedAnswers(platform, survey.id);
    expect(stored?.once_key).toBeNull();
  });

  test("cannot be guessed, and a link of another survey opens nothing", async () => {
    const { platform, survey, add, links } = await invited({ onlyParticipants: true });
    await add(people);
    const [ada = ""] = await links();
    const other = await publishSurvey(platform, { text: lunch, settings: { onlyParticipants: true } });
    const [, link = ""] = ada.split("?p=");
    for (const path of [`${other.path}?p=${link}`, `${survey.path}?p=${"A".repeat(22)}`]) {
      const browser = new Browser(platform);
      expect((await browser.follow(browser.get(path))).html).toContain("only for people who were invited");
    }
    const forged = new Browser(platform);
    forged.cookies.set("sop_participant", `${survey.id} 1.${"x".repeat(43)}`);
    expect((await forged.get(survey.path)).html).toContain("only for people who were invited");
    const rows = await platform.database.reader.kysely.selectFrom("participants").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(link);
  });

  test("are given with their links as a table, which the audit log says", async () => {
    const { author, path, add, platform } = await invited();
    await add(people);
    const table = await author.submit(await author.get(path), `${path}/links`);
    expect(table.headers.get("content-type")).toContain("text/csv");
    expect(table.html).toMatch(/"ada@mail\.example","","","Ada","","http[^"]*\?p=[\w-]{22}","added"/);
    const entries = await platform.database.reader.kysely
      .selectFrom("audit_log")
      .select("action")
      .where("action", "like", "participant%")
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      "participants.added",
      "participants.links_downloaded",
    ]);
  });
});
