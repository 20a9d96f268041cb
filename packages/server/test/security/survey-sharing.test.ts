import { csrfTokenOf } from "@survey-open-platform/service";
import { describe, expect, it } from "vitest";
import { createResultsLink, findResultsLink } from "../../src/store/surveys/results-link-table.ts";
import { auditEntries } from "../support/audit.ts";
import type { Browser } from "../support/browser.ts";
import { giveAddress, mailDelivererOf, mailSettings, startMailServer } from "../support/mail-server.ts";
import { allowedTokens } from "../support/quick-consent.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { teamIdOf, userIdOf } from "../support/routes/team-routes.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/*
 * Who a survey is shared with may do what the role says, on pages, until it is withdrawn: from the next request on, on every node.
 */

function send(browser: Browser, address: string, fields: Readonly<Record<string, string>>) {
  return browser.post(address, { ...fields, csrf: csrfTokenOf(browser.cookies.get(sessionCookie) ?? "") });
}

/** Ada's survey, shared with Bob as what the role says. */
async function startShared(role: string, settings: Parameters<typeof startTestPlatform>[0] = {}) {
  const platform = await startTestPlatform(settings);
  const [ada, bob] = [await signedInBrowser(platform), await signedInBrowser(platform, "bob")];
  const id = await surveyIdOf(platform, "ada-1");
  const address = `/surveys/${id}`;
  const people = `${address}/share/people`;
  const share = (fields: Readonly<Record<string, string>>) => send(ada, people, { do: "add", ...fields });
  const account = String(await userIdOf(platform, "bob"));
  const end = () => send(ada, people, { do: "end", account });
  expect((await share({ person: "bob", role })).status).toBe(303);
  return { platform, ada, bob, id, address, people, share, end, account };
}

/** The status on each node in turn. */
async function statuses({ stores }: TestPlatform, browser: Browser, address: string) {
  const seen: number[] = [];
  for (let node = 0; node < stores.length; node += 1) seen.push((await browser.get(address)).status);
  return new Set(seen);
}

describe("a survey that is shared with a person", () => {
  it("is in their list, and gone from the next request on when it is withdrawn, on every node", async () => {
    const { platform, bob, address, end } = await startShared("edit");
    const list = "/surveys?shared=1";
    expect((await bob.get("/surveys")).html).toContain(list);
    expect((await bob.get(list)).html).toContain("Survey ada-1");
    expect(await statuses(platform, bob, `${address}/edit`)).toEqual(new Set([200]));
    expect((await end()).status).toBe(303);
    expect(await statuses(platform, bob, `${address}/edit`)).toEqual(new Set([404]));
    expect(await statuses(platform, bob, address)).toEqual(new Set([404]));
    expect((await bob.get(list)).html).not.toContain("Survey ada-1");
  });

  it("counts by the newest role, never for deleting the survey or its bin", async () => {
    const { bob, ada, address, people, account } = await startShared("edit");
    expect((await send(ada, people, { do: "change", account, role: "see" })).status).toBe(303);
    expect((await bob.get(`${address}/edit`)).status).toBe(403);
    await send(ada, people, { do: "change", account, role: "manage" });
    expect((await bob.get(people)).status).toBe(200);
    expect((await send(bob, `${address}/delete`, {})).status).toBe(403);
    await send(ada, `${address}/delete`, {});
    expect((await bob.get(`${address.replace("/surveys", "/surveys/bin")}/delete`)).status).toBe(404);
    expect((await bob.get(address)).status).toBe(404);
  });

  it("is reached by pages alone: tokens of the person read nothing of it", async () => {
    const { platform, id } = await startShared("manage");
    const { access_token, openid } = await allowedTokens(platform, { username: "bob" });
    const call = { appid: "demo_app", access_token };
    expect((await platform.call(`/api/surveys/${id}`, call)).code).not.toBe("OK");
    expect((await platform.call(`/api/surveys/${id}/answers`, call)).code).not.toBe("OK");
    const own = JSON.stringify(await platform.call("/api/surveys", { ...call, openid }));
    expect(own).toContain("Survey bob-1");
    expect(own).not.toContain("Survey ada-1");
  });

  it("has no webhook of theirs once it is withdrawn, or they may no longer edit it", async () => {
    const { platform, ada, bob, id, address, people, account, end } = await startShared("edit", {
      webhookAllow: "127.0.0.0/8",
    });
    const state = () =>
      platform.database.reader.kysely
        .selectFrom("webhooks")
        .select(["is_active as isActive", "off_reason as reason"])
        .where("survey_id", "=", id)
        .execute();
    const add = async () => {
      const form = await bob.get(`${address}/webhooks/new`);
      const added = await bob.submit(form, `${address}/webhooks/new`, {
        url: "http://127.0.0.1:9/e",
        is_active: "on",
      });
      expect(added.status).toBe(200);
    };
    await add();
    expect(await state()).toMatchObject([{ isActive: 1 }]);
    await send(ada, people, { do: "change", account, role: "see" });
    expect(await state()).toMatchObject([{ isActive: 0, reason: "owner_gone" }]);
    await send(ada, people, { do: "change", account, role: "edit" });
    expect(await state()).toMatchObject([{ isActive: 0 }]);
    await add();
    await end();
    expect(await state()).toMatchObject([{ isActive: 0 }, { isActive: 0, reason: "owner_gone" }]);
  });

  it("is in the audit log, and in the log of the survey in words", async () => {
    const { platform, ada, address, end } = await startShared("edit");
    await end();
    const entries = (await auditEntries(platform)).filter(({ action }) =>
      /^survey\.(un)?shared$/.test(action),
    );
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ["survey.shared", "ada"],
      ["survey.unshared", "ada"],
    ]);
    const { html } = await ada.get(`${address}/log`);
    expect(html).toContain("shared the survey with bob: can edit");
    expect(html).toContain("no longer shares the survey with bob");
  });
});

describe("a survey that is shared with a team", () => {
  it("is reached by its members as long as they are in it", async () => {
    const { platform, ada, bob, id, address, end } = await startShared("see");
    await end();
    const [teamId, userId] = [await teamIdOf(platform, "Acme"), await userIdOf(platform, "bob")];
    await send(ada, `${address}/share/people`, { do: "add", team: String(teamId), role: "see" });
    expect((await bob.get(`/surveys/${id}/results`)).status).toBe(200);
    await platform.database.write(({ kysely }) =>
      kysely.deleteFrom("team_members").where("team_id", "=", teamId).where("user_id", "=", userId).execute(),
    );
    expect(await statuses(platform, bob, address)).toEqual(new Set([404]));
  });

  it("can only be one of the user's own teams", async () => {
    const { platform, share } = await startShared("see");
    const team = String(await teamIdOf(platform, "Birch"));
    expect((await share({ team, role: "see" })).status).toBe(404);
  });
});

describe("whom a survey can be shared with", () => {
  it("is found by a confirmed address that one account alone has, and never told apart from one that does not exist", async () => {
    const { platform, share } = await startShared("see");
    await giveAddress(platform, "ada", "both@mail.example");
    await giveAddress(platform, "bob", "both@mail.example");
    const pages = [];
    for (const person of ["both@mail.example", "unknown@mail.example", "unknown", "' or 1=1 --", "\u0000"])
      pages.push(await share({ person, role: "see" }));
    expect(pages.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    await giveAddress(platform, "bob", "bob@mail.example");
    expect((await share({ person: "BOB@mail.example", role: "edit" })).status).toBe(303);
  });

  it("cannot be tried out without an end", async () => {
    const { share } = await startShared("see");
    const seen = new Set<number>();
    for (let guess = 0; guess < 25; guess += 1)
      seen.add((await share({ person: `guess${guess}`, role: "see" })).status);
    expect(seen).toEqual(new Set([400, 429]));
  });

  it("gets a mail once, in which names are no links and no markup", async () => {
    const server = await startMailServer();
    const settings = mailSettings(server);
    const { platform, ada, address, share, end } = await startShared("see", settings);
    await end();
    await giveAddress(platform, "bob", "bob@mail.example");
    await platform.database.write(({ kysely }) =>
      kysely
        .updateTable("surveys")
        .set({ title: "<b>x</b> https://evil.example/a\r\nBcc: x@evil.example" })
        .where("id", "=", Number(address.split("/").at(-1)))
        .execute(),
    );
    await share({ person: "bob", role: "edit" });
    await send(ada, `${address}/share/people`, { do: "add", person: "bob", role: "manage" });
    await mailDelivererOf(platform, settings).deliverDue();
    expect(server.mails.map(({ to }) => to)).toEqual([["bob@mail.example"]]);
    const [mail] = server.mails;
    expect(mail?.raw).not.toMatch(/^Bcc:/m);
    expect(mail?.parsed.text).not.toContain("https://evil");
    expect(mail?.parsed.html).not.toContain("<b>x</b>");
    expect(mail?.raw).toMatch(/^List-Unsubscribe:/m);
  });
});

describe("a link to results of a person a survey is shared with", () => {
  it("ends with the right to edit, and does not come back with it", async () => {
    const { platform, ada, id, people, account, bob } = await startShared("edit");
    const userId = Number(account);
    const actor = { userId, username: "bob", address: "" };
    const terms = { name: "", questionIds: [], hasTexts: false, expiresAt: null, passwordHash: "" };
    await platform.store.write(createResultsLink, { surveyId: id, secret: "s", userId, actor, ...terms });
    const link = () => findResultsLink(platform.store.reader, "s");
    expect(await link()).toBeDefined();
    await send(ada, people, { do: "change", account, role: "see" });
    expect(await link()).toBeUndefined();
    await send(ada, people, { do: "change", account, role: "edit" });
    expect(await link()).toBeUndefined();
    expect((await bob.get(`/surveys/${id}/edit`)).status).toBe(200);
  });
});
