import { describe, expect, test } from "vitest";
import { deleteSurveyAnswer } from "../../../src/store/surveys/delete-survey-answer.ts";
import { queueMailings } from "../../../src/store/surveys/survey-mailing-table.ts";
import { dueThanks, queueThanks } from "../../../src/store/surveys/survey-thanks-table.ts";
import { Browser } from "../../support/browser.ts";
import {
  giveAddress,
  mailDelivererOf,
  mailSettings,
  smtpError,
  startMailServer,
  type TestMailServer,
} from "../../support/mail-server.ts";
import { allowedTokens } from "../../support/quick-consent.ts";
import { publishSurvey } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";
import { program } from "../../support/webhooks.ts";
import { answer, invited, lunch, people } from "./support/invited.ts";

async function mailed(given?: TestMailServer) {
  const opened = await invited({ onlyParticipants: true }, true, given);
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

describe("contacts of the team", () => {
  test("become participants by a button, get their mails at their own address, and authors do not see it", async () => {
    const server = await startMailServer();
    const mail = mailSettings(server);
    const platform = await startTestPlatform(mail);
    const author = await signedInBrowser(platform);
    const [team] = await platform.database.reader.kysely
      .selectFrom("team_members as m")
      .innerJoin("users as u", "u.id", "m.user_id")
      .select(["m.team_id as id", "m.user_id as userId"])
      .where("u.username", "=", "ada")
      .execute();
    const survey = await publishSurvey(platform, { text: lunch, ownerId: team?.id ?? 0 });
    await giveAddress(platform, "ada", "secret@mail.example");
    const path = `/surveys/${survey.id}/participants`;
    const before = await author.get(path);
    const [, group = ""] = /<option value="(\d+)"/.exec(before.html) ?? [];
    const added = await author.submit(before, `${path}/contacts`, { group });
    expect(added.location).toBe(`${path}?notice=added`);
    const page = await author.get(path);
    expect(page.html).toContain("ada");
    expect(page.html).not.toContain("secret@mail.example");
    const form = `${path}/mail`;
    const write = { kind: "invitation", subject: "Lunch?", body: "Hello", at: "", do: "send" };
    expect((await author.submit(await author.get(form), form, write)).status).toBe(303);
    await platform.store.write(queueMailings);
    await mailDelivererOf(platform, mail).deliverDue();
    expect(server.mails.map(({ to }) => to)).toEqual([["secret@mail.example"]]);
  });
});

/** The links of the first mail to somebody with which no further one is wanted. */
function linksOf({ mails }: TestMailServer, who: string) {
  const mail = mails.find(({ to }) => to[0] === who);
  const raw = mail?.raw.replaceAll(/\r\n[ \t]+/g, " ") ?? "";
  const [, oneClick = ""] = /^List-Unsubscribe: <http:\/\/platform\.example([^>]*)>/im.exec(raw) ?? [];
  const [refusing = ""] = /\/s2\/\S+refuse\?p=[\w-]{22}/.exec(mail?.parsed.text ?? "") ?? [];
  return { oneClick, refusing };
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
    expect(await states()).toEqual(["Answered", "Refused"]);
  });

  test("of a reminder whose form was sent twice are written once, and of one that was planned also to whom was written meanwhile", async () => {
    const { add, write, deliver, platform, server } = await mailed();
    await add("ada@mail.example");
    await write({ kind: "invitation", do: "send" });
    await deliver();
    const hour = 3_600_000;
    const planned = new Date(platform.clock.now + 11 * hour).toISOString().slice(0, 16);
    await write({ kind: "reminder", do: "send", at: planned });
    platform.clock.now += hour;
    for (let sent = 0; sent < 2; sent += 1) {
      platform.clock.now += 5;
      expect((await write({ kind: "reminder", do: "send" })).status).toBe(303);
      await deliver();
    }
    expect(server.mails).toHaveLength(2);
    platform.clock.now += 24 * hour;
    expect(await deliver()).toHaveLength(3);
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

  test("that remind, 50 of which wait already, go to no one who has answered, refused or unsubscribed meanwhile", async () => {
    const opened = await mailed();
    const { add, write, deliver, links, platform, server } = opened;
    await add(Array.from({ length: 50 }, (_, at) => `p${at}@mail.example`).join("\n"));
    await write({ kind: "invitation", do: "send" });
    await deliver();
    const { refusing } = linksOf(server, "p1@mail.example");
    const { oneClick } = linksOf(server, "p2@mail.example");
    platform.clock.now += 2 * 3_600_000;
    await write({ kind: "reminder", do: "send" });
    for (const store of platform.stores) await store.write(queueMailings);
    await answer(opened, new Browser(platform), (await links())[0] ?? "");
    const browser = new Browser(platform);
    const page = await browser.follow(browser.get(refusing));
    await browser.follow(browser.submit(page, page.path));
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    expect((await platform.fetch(oneClick, { method: "POST", body })).status).toBe(200);
    const reminded = (await deliver()).slice(50).map(({ to }) => to[0]);
    expect(reminded).toHaveLength(47);
    for (const who of ["p0", "p1", "p2"]) expect(reminded).not.toContain(`${who}@mail.example`);
  });

  test("have a link with which a participant refuses, and none goes to who did", async () => {
    const { add, write, deliver, states, platform, author, path } = await mailed();
    await add(people);
    await write({ kind: "invitation", do: "send" });
    const mails = await deliver();
    const text = mails.find(({ to }) => to[0] === "ada@mail.example")?.parsed.text ?? "";
    const [link = ""] = /\/s2\/\S+refuse\?p=[\w-]{22}/.exec(text) ?? [];
    const browser = new Browser(platform);
    const page = await browser.follow(browser.get(link));
    // A look changes nothing.
    expect(await states()).toEqual(["Invited", "Invited"]);
    expect((await browser.follow(browser.submit(page, page.path))).html).toContain("It is noted");
    expect(await states()).toEqual(["Refused", "Invited"]);
    expect((await author.get(`${path}?state=refused`)).html).not.toContain("bob@mail.example");
    platform.clock.now += 2 * 3_600_000;
    await write({ kind: "reminder", do: "send" });
    expect((await deliver()).slice(2).map(({ to }) => to[0])).toEqual(["bob@mail.example"]);
  });

  test("thank with a copy of the answer, once, where the survey says so, and not who unsubscribed or whose answer is gone", async () => {
    const opened = await mailed();
    const { add, deliver, links, platform, author, path, survey } = opened;
    await add(people);
    await author.submit(await author.get(path), path, { thanks: "on", do: "thanks" });
    const [ada = "", bob = ""] = await links();
    const thank = async () => {
      for (let due = await dueThanks(platform.store.reader); due !== undefined;) {
        const now = due;
        await Promise.all(platform.stores.map((store) => store.write(queueThanks, now)));
        due = await dueThanks(platform.store.reader);
      }
    };
    await answer(opened, new Browser(platform), ada, 2);
    await thank();
    const outbox = await platform.database.reader.kysely.selectFrom("mails").selectAll().execute();
    expect(JSON.stringify(outbox)).not.toContain("Bad");
    const mails = await deliver();
    expect(mails.map(({ to }) => to[0])).toEqual(["ada@mail.example"]);
    expect(mails[0]?.parsed.text).toContain("How was it?\nBad");
    // The lines stay lines in the HTML.
    expect(mails[0]?.parsed.html).toContain('<p style="white-space: pre-line">How was it?\nBad</p>');
    expect(mails[0]?.raw).toMatch(/List-Unsubscribe-Post/i);
    await answer(opened, new Browser(platform), bob);
    await thank();
    const deletion = { surveyId: survey.id, answerId: 2 };
    const { answerWriteContext: context } = platform.store;
    await platform.store.write(deleteSurveyAnswer, deletion, { actor: program, context });
    expect(await deliver()).toHaveLength(1);
  });

  test("to an address that takes none mark the participant, with the reason in the file of links and the call, who gets no reminder", async () => {
    const refusing = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith("ada@") ? smtpError(550, "5.1.1 no such user") : undefined),
    });
    const { add, write, deliver, states, platform, author, path, survey } = await mailed(refusing);
    await add(people);
    await write({ kind: "invitation", do: "send" });
    await deliver();
    expect(await states()).toEqual(["Address takes no mail", "Invited"]);
    const table = await author.submit(await author.get(path), `${path}/links`);
    expect(table.html.match(/"(bounced|invited)","[\d.]*"/g)).toEqual(['"bounced","5.1.1"', '"invited",""']);
    const { access_token: token } = await allowedTokens(platform);
    const called = await platform.call(`/api/surveys/${survey.id}/participants`, {
      appid: "demo_app",
      access_token: token,
    });
    expect(called.data).toMatchObject({ list: [{ bounce_status: "5.1.1" }, { bounce_status: "" }] });
    platform.clock.now += 2 * 3_600_000;
    await write({ kind: "reminder", do: "send" });
    expect((await deliver()).map(({ to }) => to[0])).toEqual(["bob@mail.example", "bob@mail.example"]);
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
