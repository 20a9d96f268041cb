import { csrfTokenOf } from "@survey-open-platform/service";
import { describe, expect, it } from "vitest";
import { createResultsLink, findResultsLink } from "../../src/store/surveys/results-link-table.ts";
import { auditEntries } from "../support/audit.ts";
import { sendCall, startWriting } from "../support/api-calls.ts";
import type { Browser } from "../support/browser.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { teamIdOf, userIdOf } from "../support/routes/team-routes.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import type { TestPlatform } from "../support/test-platform.ts";

/*
 * After a hand-over nothing of the owner before still reads the survey, and nothing of it is lost.
 */

function send(browser: Browser, address: string, fields: Readonly<Record<string, string>>) {
  return browser.post(address, { ...fields, csrf: csrfTokenOf(browser.cookies.get(sessionCookie) ?? "") });
}

/** Ada's survey, with everything that she may have added to it. */
async function start() {
  const stage = await startWriting({ webhookAllow: "127.0.0.0/8" });
  const { platform, tokens } = stage;
  const [ada, bob] = [await signedInBrowser(platform), await signedInBrowser(platform, "bob")];
  const id = await surveyIdOf(platform, "ada-1");
  const userId = await userIdOf(platform, "ada");
  const url = "http://127.0.0.1:9/events";
  const all = ["answer.create", "survey.updated", "survey.deleted"];
  for (const [path, events] of [
    [`/api/surveys/${id}/webhooks`, undefined],
    [`/api/users/${userId}/webhooks`, all],
  ] as const)
    await sendCall(platform, path, { token: tokens.ada, body: { url, is_active: true, events } });
  // Events that wait for her webhook for all surveys: the test event has the newest answer.
  await platform.store.surveys.changeSettings({ surveyId: id, settings: { answerLimit: 999 } });
  const form = await ada.get(`/surveys/${id}/webhooks/new`);
  await ada.submit(form, `/surveys/${id}/webhooks/new`, { url, is_active: "on" });
  const actor = { userId, username: "ada", address: "" };
  const terms = { name: "", questionIds: [], hasTexts: false, expiresAt: null, passwordHash: "" };
  await platform.store.write(createResultsLink, { surveyId: id, secret: "s", userId, actor, ...terms });
  await platform.database.write(async ({ kysely }) => {
    const grant = await kysely
      .selectFrom("grants")
      .select("id")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    await kysely.insertInto("grant_surveys").values({ grant_id: grant.id, survey_id: id }).execute();
  });
  return { ...stage, ada, bob, id, userId, read: (token: typeof tokens.ada) => read(platform, id, token) };
}

async function read(platform: TestPlatform, id: number, token: { appid: string; access_token: string }) {
  return (await platform.call(`/api/surveys/${id}`, token)).code;
}

async function expectNothingLeft({
  platform,
  tokens,
  id,
  userId,
  ...stage
}: Awaited<ReturnType<typeof start>>) {
  const { kysely } = platform.database.reader;
  expect(await stage.read(tokens.ada)).not.toBe("OK");
  expect(await findResultsLink(platform.store.reader, "s")).toBeUndefined();
  const active = await kysely
    .selectFrom("webhooks")
    .select("id")
    .where("survey_id", "=", id)
    .where("is_active", "=", 1)
    .execute();
  expect(active).toEqual([]);
  const chosen = await kysely
    .selectFrom("grant_surveys")
    .select("grant_id")
    .where("survey_id", "=", id)
    .execute();
  expect(chosen).toEqual([]);
  // The event that the survey is gone is the only one that its webhooks for all surveys still get, and they keep nothing of answers.
  const ofAccount = kysely
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhooks as w", "w.id", "d.webhook_id")
    .select("d.action")
    .where("w.account_id", "=", userId)
    .where("d.survey_id", "=", id);
  expect(await ofAccount.where("d.due_at", "is not", null).execute()).toEqual([{ action: "survey.deleted" }]);
  expect(await ofAccount.where("d.answer_id", "is not", null).execute()).toEqual([]);
}

describe("a survey that is handed over to a person", () => {
  it("is theirs once they accept, with all answers, and nothing of the owner before reads it", async () => {
    const started = await start();
    const { platform, ada, bob, id, tokens, read: readWith } = started;
    const before = await platform.store.surveys.listAnswers({ surveyId: id, lastAnswerId: 0, perPage: 100 });
    await send(ada, `/surveys/${id}/hand-over`, { person: "bob" });
    expect(await readWith(tokens.ada)).toBe("OK");
    expect(await readWith(tokens.bob)).not.toBe("OK");
    expect((await bob.get(`/surveys/${id}`)).status).toBe(404);
    expect((await bob.get("/surveys")).html).toContain(`/surveys/offers/${id}`);
    const accepted = await send(bob, `/surveys/offers/${id}`, { decision: "accept" });
    expect([accepted.status, accepted.location]).toEqual([303, `/surveys/${id}`]);
    await expectNothingLeft(started);
    expect((await ada.get(`/surveys/${id}`)).status).toBe(404);
    expect(await readWith(tokens.bob)).toBe("OK");
    expect((await bob.get(`/surveys/${id}/webhooks`)).html).toContain("127.0.0.1:9");
    const after = await platform.store.surveys.listAnswers({ surveyId: id, lastAnswerId: 0, perPage: 100 });
    expect(after).toEqual(before);
    const entry = (await auditEntries(platform)).find(({ action }) => action === "survey.handed_over");
    expect(entry).toMatchObject({ actor: "bob", target: String(id) });
  });

  it("stays with its owner as long as they do not, or the offer is withdrawn or of someone who lost it", async () => {
    const { platform, ada, bob, id, tokens, read: readWith } = await start();
    const offer = `/surveys/offers/${id}`;
    const handOver = () => send(ada, `/surveys/${id}/hand-over`, { person: "bob" });
    await handOver();
    expect((await ada.get(offer)).status).toBe(404);
    expect((await send(ada, offer, { decision: "accept" })).status).toBe(404);
    await send(ada, `/surveys/${id}/hand-over/withdraw`, {});
    expect((await send(bob, offer, { decision: "accept" })).status).toBe(404);
    await handOver();
    await send(bob, offer, { decision: "decline" });
    expect((await send(bob, offer, { decision: "accept" })).status).toBe(404);
    await handOver();
    const teamId = await teamIdOf(platform, "Birch");
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("surveys").set({ owner_id: teamId }).where("id", "=", id).execute(),
    );
    expect((await send(bob, offer, { decision: "accept" })).status).toBe(404);
    expect(await readWith(tokens.birch)).toBe("OK");
  });

  it("can stay shared with the owner before, who then reads it on pages alone", async () => {
    const started = await start();
    const { ada, bob, id } = started;
    await send(ada, `/surveys/${id}/hand-over`, { person: "bob", keeps: "see" });
    await send(bob, `/surveys/offers/${id}`, { decision: "accept" });
    await expectNothingLeft(started);
    expect((await ada.get(`/surveys/${id}/results`)).status).toBe(200);
    expect((await ada.get(`/surveys/${id}/edit`)).status).toBe(403);
  });
});

describe("a survey that is handed over to a team", () => {
  it("is the team's at once, if its owner may create surveys there", async () => {
    const started = await start();
    const { platform, ada, id, tokens, read: readWith } = started;
    const team = String(await teamIdOf(platform, "Acme"));
    await send(ada, `/surveys/${id}/hand-over`, { team });
    expect(await readWith(tokens.acme)).toBe("OK");
    expect(await readWith(tokens.ada)).not.toBe("OK");
    expect((await ada.get(`/surveys/${id}/edit`)).status).toBe(200);
  });

  it("sends nothing to the application of the team before", async () => {
    const { platform, ada, tokens, userId } = await start();
    const [id, birch] = [await surveyIdOf(platform, "acme-1"), await teamIdOf(platform, "Birch")];
    await sendCall(platform, `/api/surveys/${id}/webhooks`, {
      token: tokens.acme,
      body: { url: "http://127.0.0.1:9/events", is_active: true },
    });
    const active = async () => {
      const webhooks = platform.database.reader.kysely.selectFrom("webhooks").select("is_active as isActive");
      return webhooks.where("survey_id", "=", id).execute();
    };
    expect(await active()).toEqual([{ isActive: 1 }]);
    await platform.database.write(({ kysely }) =>
      kysely.insertInto("team_members").values({ team_id: birch, user_id: userId, role: 0 }).execute(),
    );
    const handed = await send(ada, `/surveys/${id}/hand-over`, { team: String(birch) });
    expect(handed.location).toBe("/surveys?notice=handed_over");
    expect(await active()).toEqual([{ isActive: 0 }]);
    expect(await read(platform, id, tokens.birch)).toBe("OK");
    expect(await read(platform, id, tokens.acme)).not.toBe("OK");
  });

  it("is refused for a team of others", async () => {
    const { platform, ada, id } = await start();
    const team = String(await teamIdOf(platform, "Birch"));
    expect((await send(ada, `/surveys/${id}/hand-over`, { team })).status).toBe(404);
  });
});
