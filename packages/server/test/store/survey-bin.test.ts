import { noLogic } from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import { binSurvey } from "../support/bin-survey.ts";
import { declare } from "../support/declare.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { teamIdOf, userIdOf } from "../support/routes/team-routes.ts";
import { actorOfUser } from "../support/revoke-grants.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { addWebhook, startWebhooks } from "../support/webhooks.ts";
import { deleteOwnAccount } from "../../src/store/people/delete-account.ts";
import { deleteBinnedSurvey, restoreSurveyForUser } from "../../src/store/surveys/change-survey-bin.ts";
import { countTeam, deleteTeam } from "../../src/store/teams/team-table.ts";

const actor = { userId: null, username: "operator", address: "" };
const day = 24 * 3_600_000;

function changeOf({ store }: TestPlatform, id: number) {
  return { survey: { id, title: "", answerCount: 0, ownerId: 0 }, actor, outbox: store.outbox };
}

async function isStored({ database }: TestPlatform, id: number): Promise<boolean> {
  const query = database.reader.kysely.selectFrom("surveys").select("id").where("id", "=", id);
  return (await query.executeTakeFirst()) !== undefined;
}

const definition = { title: "Lunch", prefix: "", suffix: "", scene: 1, pages: [], logic: noLogic } as const;

describe("a survey in the bin", () => {
  it("was deleted for the webhooks of its owner, and is created for them when it is restored; nothing is sent when it goes for ever", async () => {
    const { platform, surveys, receiver, deliverer } = await startWebhooks();
    const bob = await userIdOf(platform, "bob");
    const own = { kind: "user", id: bob } as const;
    await addWebhook(platform, own, { ...receiver, url: `http://${receiver.host}/surveys` });
    const { id } = await surveys.createSurvey({ ownerId: bob, creatorUserId: bob, definition });
    expect(await binSurvey(platform, id)).toBe(true);
    expect(await binSurvey(platform, id)).toBe(false);
    await platform.store.write(restoreSurveyForUser, changeOf(platform, id));
    await binSurvey(platform, id);
    await platform.store.write(deleteBinnedSurvey, changeOf(platform, id));
    await deliverer.deliverDue();
    const events = receiver.events.filter(({ path }) => path === "/surveys");
    expect(events.map(({ body }) => body.action)).toEqual([
      "survey.created",
      "survey.deleted",
      "survey.created",
      "survey.deleted",
    ]);
  });

  it("takes no answers, and no node sends those that wait for its webhooks; restored, it goes on with both", async () => {
    const { platform, submit, receiver, deliverer, surveyId, surveys } = await startWebhooks();
    await submit({});
    await binSurvey(platform, surveyId);
    expect(await submit({})).toMatchObject({ refused: "not_found" });
    await deliverer.deliverDue();
    expect(receiver.events).toEqual([]);
    await platform.store.write(restoreSurveyForUser, changeOf(platform, surveyId));
    expect(await submit({})).toMatchObject({ refused: "paused" });
    await surveys.changeSettings({ surveyId, settings: { state: 2 } });
    await submit({});
    await deliverer.deliverDue();
    expect(receiver.events.map(({ body }) => body.payload["answer_id"])).toEqual([2]);
  });

  it("leaves its name in a declarative file to another survey, and gets it back if there is none", async () => {
    const platform = await startTestPlatform();
    const key = "ada-1";
    const first = await surveyIdOf(platform, key);
    await binSurvey(platform, first);
    await platform.store.write(restoreSurveyForUser, changeOf(platform, first));
    expect(await surveyIdOf(platform, key)).toBe(first);
    await binSurvey(platform, first);
    await declare(platform, { surveys: [{ key, owner: { user: "ada" }, title: "Second", pages: [] }] });
    const second = await surveyIdOf(platform, key);
    expect(second).not.toBe(first);
    await platform.store.write(restoreSurveyForUser, changeOf(platform, first));
    expect(await surveyIdOf(platform, key)).toBe(second);
    expect(await platform.store.surveys.findSettings(first)).toBeDefined();
  });

  it("cannot be restored once its time is over, whether it was swept or not", async () => {
    const platform = await startTestPlatform();
    const id = await surveyIdOf(platform, "ada-1");
    await binSurvey(platform, id);
    platform.clock.now += 30 * day;
    expect(await platform.store.write(restoreSurveyForUser, changeOf(platform, id))).toBe(false);
    expect(await isStored(platform, id)).toBe(true);
  });

  it("goes with its account, and with its team, whose page counts it", async () => {
    const platform = await startTestPlatform();
    await declare(platform, { users: [{ username: "dora" }] });
    const [dora, ada, acme] = [
      await userIdOf(platform, "dora"),
      await userIdOf(platform, "ada"),
      await teamIdOf(platform, "Acme"),
    ];
    const own = await platform.store.surveys.createSurvey({ ownerId: dora, creatorUserId: dora, definition });
    const ofTeam = await surveyIdOf(platform, "acme-1");
    const { surveys } = await countTeam(platform.store.reader, acme);
    for (const id of [own.id, ofTeam]) await binSurvey(platform, id);
    expect((await countTeam(platform.store.reader, acme)).surveys).toBe(surveys);
    await platform.store.write(deleteOwnAccount, dora, actorOfUser({ id: dora, username: "dora" }));
    expect(await isStored(platform, own.id)).toBe(false);
    const byAda = { ...actorOfUser({ id: ada, username: "ada" }), userId: ada };
    await platform.store.write(deleteTeam, { teamId: acme, actor: byAda });
    expect(await isStored(platform, ofTeam)).toBe(false);
  });
});
