import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { queueMailings } from "../../../src/store/surveys/survey-mailing-table.ts";
import { Browser, formsOf, type Page } from "../../support/browser.ts";
import { giveAddress, mailDelivererOf, mailSettings, startMailServer } from "../../support/mail-server.ts";
import { publishSurvey, sendPage, storedAnswers } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const lunch = `Lunch

How was it?[Single Choice]
Good
Bad

=== Page Break ===

Why?[Single Line Text][Optional]`;

const people = "email;name;team\nada@mail.example;Ada;Red\nbob@mail.example;Bob;Blue\n";

async function invited(settings: Parameters<typeof publishSurvey>[1]["settings"] = {}, isMailing = false) {
  const server = isMailing ? await startMailServer() : undefined;
  const mail = server && mailSettings(server);
  const platform = await startTestPlatform(mail);
  const survey = await publishSurvey(platform, { text: lunch, settings });
  const author = await signedInBrowser(platform);
  const path = `/surveys/${survey.id}/participants`;
  /** Sends a form with files. */
  const send = (action: string, page: Page, fields: Readonly<Record<string, string>>) => {
    const form = formsOf(page.html).find((one) => one.action === action);
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...form?.hidden, ...fields })) body.append(name, value);
    return author.send(action, { method: "POST", body });
  };
  const look = async (text: string) => send(`${path}/look`, await author.get(path), { people: text });
  const add = async (text: string) => send(`${path}/add`, await look(text), {});
  /** The links, in the order of the participants. */
  const links = async () =>
    [...(await author.get(path)).html.matchAll(/\/s2\/[^"<]*\?p=[\w-]{22}/g)]
      .map(([link]) => link)
      .filter((link, at, all) => all.indexOf(link) === at);
  const states = async () =>
    [...(await author.get(path)).html.matchAll(/data-label="State"><div>([^<]*)</g)].map(
      ([, state]) => state,
    );
  return { platform, survey, author, path, look, add, send, links, states, server, mail };
}

/** Opens a link and answers to the end. */
async function answer(
  { platform, survey }: Pick<Awaited<ReturnType<typeof invited>>, "platform" | "survey">,
  browser: Browser,
  link: string,
  option = 1,
) {
  const first = await browser.follow(browser.get(link));
  platform.clock.now += 60_000;
  const second = await browser.follow(
    sendPage(browser, first, [[survey.questionId(1), survey.optionId(1, option)]]),
  );
  return browser.follow(sendPage(browser, second, []));
}

describe("participants of a survey", () => {
  test("are looked at first, then added; those that are there already stay", async () => {
    const { look, add, author, path, links } = await invited();
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
    ["email\na@b.example\nA@B.example\n", "Line 3 names somebody who is there in a line before"],
    ["name\nAda\n", "Line 2 has neither a mail address nor"],
    ["", "Enter participants"],
    ['email\n"a@b.example\n', "is no well-formed CSV"],
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
    expect(await states()).toEqual(["Opened", "Not invited"]);
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
    expect(table.html).toMatch(/"ada@mail\.example","","","Ada","","http[^"]*\?p=[\w-]{22}"/);
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

async function mailed() {
  const opened = await invited({ onlyParticipants: true }, true);
  const { platform, mail, author, path, server } = opened;
  if (mail === undefined || server === undefined) throw new Error("there is no mail server");
  const deliverer = mailDelivererOf(platform, mail);
  const form = `${path}/mail`;
  const write = async (fields: Readonly<Record<string, string>>) =>
    author.submit(await author.get(form), form, {
      subject: "Lunch, {name}?",
      body: "Hello {name} of {team}",
      at: "",
      ...fields,
    });
  const deliver = async () => {
    for (const store of platform.stores) await store.write(queueMailings);
    await deliverer.deliverDue();
    return server.mails;
  };
  return { ...opened, server, form, write, deliver };
}

describe("mails to participants", () => {
  test("have what is known of each, and lead to their own answer", async () => {
    const opened = await mailed();
    const { add, write, deliver, states, platform } = opened;
    await add(people);
    const preview = await write({ kind: "invitation", do: "preview" });
    expect(preview.html).toContain("Hello Ada of Red");
    expect(await deliver()).toHaveLength(0);
    expect((await write({ kind: "invitation", do: "send" })).status).toBe(303);
    const mails = await deliver();
    expect(Object.fromEntries(mails.map(({ to, parsed }) => [to[0], parsed.subject]))).toEqual({
      "ada@mail.example": "Lunch, Ada?",
      "bob@mail.example": "Lunch, Bob?",
    });
    expect(await states()).toEqual(["Invited", "Invited"]);
    const adas = mails.find(({ to }) => to[0] === "ada@mail.example");
    expect(adas?.parsed.text).toContain("Hello Ada of Red");
    expect(adas?.raw).toMatch(/List-Unsubscribe-Post/i);
    const [link = ""] = /\/s2\/\S+\?p=[\w-]{22}/.exec(adas?.parsed.text ?? "") ?? [];
    await answer(opened, new Browser(platform), link);
    expect(await states()).toEqual(["Answered", "Invited"]);
  });

  test("remind those who have not answered, three times at most, and no one who wants none", async () => {
    const opened = await mailed();
    const { add, write, deliver, links, platform, server, states } = opened;
    await add(people);
    await write({ kind: "invitation", do: "send" });
    await deliver();
    const [ada = ""] = await links();
    await answer(opened, new Browser(platform), ada);
    for (let reminder = 0; reminder < 3; reminder += 1) {
      platform.clock.now += 2 * 3_600_000;
      expect((await write({ kind: "reminder", do: "send" })).status).toBe(303);
      await deliver();
    }
    expect(server.mails.slice(2).map(({ to }) => to[0])).toEqual(Array<string>(3).fill("bob@mail.example"));
    expect((await write({ kind: "reminder", do: "send" })).status).toBe(400);
    const raw = server.mails.at(-1)?.raw.replaceAll(/\r\n[ \t]+/g, " ") ?? "";
    const [, link = ""] = /^List-Unsubscribe: <http:\/\/platform\.example([^>]*)>/im.exec(raw) ?? [];
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    expect((await platform.fetch(link, { method: "POST", body })).status).toBe(200);
    expect(await states()).toEqual(["Answered", "Wants no mails"]);
  });

  test("that wait already are not sent to who has answered meanwhile, or whose link was withdrawn", async () => {
    const opened = await mailed();
    const { add, write, links, platform, author, path, deliver, server } = opened;
    await add(people);
    await write({ kind: "invitation", do: "send" });
    for (const store of platform.stores) await store.write(queueMailings);
    const [ada = ""] = await links();
    await answer(opened, new Browser(platform), ada);
    const ids = [...(await author.get(path)).html.matchAll(/value="remove (\d+)"/g)].map(([, id]) => id);
    await author.submit(await author.get(path), path, { do: `remove ${ids[1]}` });
    await deliver();
    expect(server.mails).toEqual([]);
  });

  test("are written once, however many processes do it, and end when they are stopped", async () => {
    const { add, write, platform, deliver, server, author, path } = await mailed();
    await add(Array.from({ length: 120 }, (_, at) => `p${at}@mail.example`).join("\n"));
    await write({ kind: "invitation", do: "send" });
    await Promise.all(
      [...platform.stores, ...platform.stores].map((store) => store.write(queueMailings).catch(() => 0)),
    );
    const waiting = async () => {
      const rows = await platform.database.reader.kysely.selectFrom("mails").select("recipient").execute();
      return rows.map(({ recipient }) => recipient);
    };
    const first = await waiting();
    expect(new Set(first).size).toBe(first.length);
    const page = await author.get(path);
    const [, id = ""] = /value="stop (\d+)"/.exec(page.html) ?? [];
    await author.submit(page, path, { do: `stop ${id}` });
    await deliver();
    expect(await waiting()).toHaveLength(first.length);
    expect(server.mails.length).toBeLessThanOrEqual(first.length);
  });

  test("are tried by who writes them, with the survey's own address", async () => {
    const { write, deliver, platform, server } = await mailed();
    await giveAddress(platform, "ada", "author@mail.example");
    const tested = await write({ kind: "invitation", do: "test", subject: "Try\r\nBcc: x@y.example" });
    expect(tested.status).toBe(200);
    await deliver();
    expect(server.mails.map(({ to }) => to)).toEqual([["author@mail.example"]]);
    expect(server.mails[0]?.parsed.subject).toBe("Try Bcc: x@y.example");
    expect(server.mails[0]?.parsed.text).not.toContain("?p=");
  });
});
