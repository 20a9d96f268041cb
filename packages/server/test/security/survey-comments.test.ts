import { csrfTokenOf } from "@survey-open-platform/service";
import { describe, expect, it } from "vitest";
import { mentionsIn } from "../../src/model/mentions.ts";
import { auditEntries } from "../support/audit.ts";
import type { Browser } from "../support/browser.ts";
import { giveAddress, mailDelivererOf, mailSettings, startMailServer } from "../support/mail-server.ts";
import { publishSurvey } from "../support/published-survey.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

/*
 * A comment is text: on no page and in no mail is it more. Mails about it go to people who see the survey, and to no one else.
 */

function send(browser: Browser, address: string, fields: Readonly<Record<string, string>>) {
  return browser.post(address, { ...fields, csrf: csrfTokenOf(browser.cookies.get(sessionCookie) ?? "") });
}

async function start() {
  const server = await startMailServer();
  const settings = mailSettings(server);
  const platform = await startTestPlatform(settings);
  const [ada, bob] = [await signedInBrowser(platform), await signedInBrowser(platform, "bob")];
  const id = await surveyIdOf(platform, "ada-1");
  const path = `/surveys/${id}/comments`;
  await giveAddress(platform, "bob", "bob@mail.example");
  await giveAddress(platform, "ada", "ada@mail.example");
  const share = (role: string) =>
    send(ada, `/surveys/${id}/share/people`, { do: "add", person: "bob", role });
  const comment = (text: string, about = "answer-1") => send(ada, path, { about, text });
  /** Who was written to about a comment. */
  const mentioned = async () => {
    await mailDelivererOf(platform, settings).deliverDue();
    return server.mails.filter(({ raw }) => raw.includes("mention")).map(({ to }) => to.join());
  };
  return { platform, ada, bob, id, path, share, comment, mentioned, server };
}

describe("a comment on a question", () => {
  it("is counted where the question is edited, answered and resolved in its thread, and leads back", async () => {
    const { ada, bob, id, path, share, comment } = await start();
    await share("edit");
    const cards = async () => (await bob.get(`/surveys/${id}/edit?lang=en`)).html;
    const [thread = ""] = /\/surveys\/\d+\/comments\?about=[^"]*/.exec(await cards()) ?? [];
    const about = new URLSearchParams(thread.split("?")[1]).get("about") ?? "";
    const [first, second] = [
      await comment("Why?", about),
      await send(bob, path, { about, text: "Because." }),
    ];
    expect(first.location).toContain(thread.split("?")[1]);
    expect(await cards()).toMatch(/Comments \(2\)/);
    const page = await ada.get(second.location ?? "");
    expect(page.html).toMatch(/Because\.[^]*Why\?/);
    expect(page.html).toContain(`href="/surveys/${id}/edit#card-${about}"`);
    const [, number = ""] = /id="comment-(\d+)"/.exec(page.html) ?? [];
    const resolved = await send(ada, `${path}/${number}`, { do: "resolve", about });
    expect(resolved.location).toContain(thread.split("?")[1]);
    expect(await cards()).toMatch(/Comments \(1\)/);
  });

  it("names a question by the number that respondents see, and a paragraph by its text", async () => {
    const platform = await startTestPlatform();
    const text = "Lunch\n\nAbout you[Description]\n\nYour name[Single Line Text]";
    const { id } = await publishSurvey(platform, { text });
    const { html } = await (await signedInBrowser(platform)).get(`/surveys/${id}/comments`);
    for (const subject of ["About you", "1. Your name"]) expect(html).toContain(`>${subject}</option>`);
  });

  it("offers the names of those who may see the survey and no other, and writes to the one that is chosen", async () => {
    const { ada, id, path, share, mentioned } = await start();
    const offered = async () =>
      [...(await ada.get(path)).html.matchAll(/<option value="([^"]*)" label=/g)].map(([, name]) => name);
    expect(await offered()).toEqual(["ada"]);
    await share("see");
    expect(await offered()).toEqual(["ada", "bob"]);
    const about = "answer-1";
    expect((await send(ada, path, { about, mention: "bob, or so", text: "Look" })).status).toBe(400);
    expect((await send(ada, path, { about, mention: "bob", text: "" })).status).toBe(400);
    expect(await mentioned()).toEqual([]);
    const sent = await send(ada, path, { about, mention: "bob", text: "Look" });
    expect((await ada.get(sent.location ?? "")).html).toContain("@bob Look");
    expect(await mentioned()).toEqual(["bob@mail.example"]);
    await send(ada, `/surveys/${id}/comments`, { about, mention: "@bob", text: "Look, @bob" });
    expect((await ada.get(path)).html).toContain(">Look, @bob<");
  });
});

describe("a comment", () => {
  it("writes to whom it mentions, once, if they see the survey, and says whom it did not", async () => {
    const { ada, share, comment, mentioned } = await start();
    const first = await comment("@bob, @ada and @unknown: look");
    expect(await mentioned()).toEqual([]);
    const { html } = await ada.get(first.location ?? "");
    expect(html).toContain("No mail was written to @bob, @unknown");
    await share("see");
    await comment("@bob @bob, look");
    expect(await mentioned()).toEqual(["bob@mail.example"]);
  });

  it("writes no more to who unsubscribed", async () => {
    const { platform, share, comment, mentioned, server } = await start();
    await share("see");
    await comment("@bob");
    await mentioned();
    const { raw = "" } = server.mails.find((mail) => mail.raw.includes("mention")) ?? {};
    const unsubscribe = /^List-Unsubscribe: <http:\/\/[^/]+(\/[^>]+)>/im.exec(
      raw.replaceAll(/\r\n[ \t]+/g, " "),
    )?.[1];
    const init = {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    };
    expect((await platform.fetch(unsubscribe ?? "", init)).status).toBe(200);
    await comment("@bob again");
    expect(await mentioned()).toEqual(["bob@mail.example"]);
  });

  it("is text on every page and in every mail", async () => {
    const { platform, ada, id, path, share, comment, mentioned, server } = await start();
    await share("see");
    await platform.database.write(({ kysely }) =>
      kysely
        .updateTable("users")
        .set({ nickname: "<i>A</i> https://evil.example/x" })
        .where("username", "=", "ada")
        .execute(),
    );
    await comment("<script>alert(1)</script> @bob <b>bold</b>");
    const { html } = await ada.get(path);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toContain("<b>bold");
    await mentioned();
    const mail = server.mails.find(({ parsed }) => parsed.subject?.includes("mentioned") === true);
    expect(mail?.parsed.text).not.toContain("script");
    expect(mail?.parsed.text).not.toContain("https://evil");
    expect(mail?.parsed.html).not.toContain("<i>");
    expect(mail?.parsed.text).toContain(`/surveys/${id}/comments#comment-`);
    const untold = await ada.get(`${path}?untold=${encodeURIComponent("@<img> Call 555 @ok")}`);
    expect(untold.html).toContain("No mail was written to @ok:");
    expect(untold.html).not.toContain("Call 555");
  });

  it("is resolved by a click, deleted by its author or who may delete answers, and never by another survey's id", async () => {
    const { platform, ada, bob, id, path, share, comment } = await start();
    await share("edit");
    await comment("one");
    const ids = await platform.database.reader.kysely.selectFrom("survey_comments").select("id").execute();
    const address = `${path}/${ids[0]?.id}`;
    expect((await send(bob, address, { do: "delete" })).status).toBe(404);
    expect((await send(bob, address, { do: "resolve" })).status).toBe(303);
    expect((await bob.get(path)).html).not.toContain(">one<");
    expect((await bob.get(`${path}?state=resolved`)).html).toContain(">one<");
    const other = await surveyIdOf(platform, "bob-1");
    expect((await send(bob, `/surveys/${other}/comments/${ids[0]?.id}`, { do: "delete" })).status).toBe(404);
    expect((await send(ada, address, { do: "delete" })).status).toBe(303);
    const entries = await auditEntries(platform);
    const about = entries.filter(({ action }) => action.startsWith("comment."));
    expect(about.map(({ action, target }) => [action, target])).toEqual(
      ["comment.added", "comment.resolved", "comment.deleted"].map((action) => [action, String(id)]),
    );
    expect(JSON.stringify(about)).not.toContain('"one"');
  });

  it("is gone with its answer, and not added to one that is not there", async () => {
    const { ada, id, path, comment } = await start();
    expect((await comment("one")).status).toBe(303);
    expect((await comment("two", "answer-999")).status).toBe(400);
    expect((await comment("three", "q-of-no-survey")).status).toBe(400);
    await send(ada, `/surveys/${id}/results/answers/1/delete`, {});
    expect((await ada.get(path)).html).not.toContain(">one<");
  });
});

it("mentions are usernames after an @, and no addresses", () => {
  expect(mentionsIn("@ada, (@bob). @li-wei! ada@example.com @@x @")).toEqual(["ada", "bob", "li-wei"]);
  expect(
    mentionsIn("@a ".repeat(5) + Array.from({ length: 50 }, (_, at) => `@u${at}`).join(" ")),
  ).toHaveLength(20);
});
