import { describe, expect, it, test } from "vitest";
import { declare } from "../../support/declare.ts";
import { obtainTeamToken } from "../../support/flows.ts";
import { allowedTokens } from "../../support/quick-consent.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

type Survey = Readonly<Record<string, unknown>> & { readonly id: number; readonly pages: readonly unknown[] };

const commonFields = [
  "login_check",
  "redirect_url",
  "is_allow_update_answer",
  "id", "hash", "scene", "title", "prefix", "suffix", "pages", "page_count", "topic_count",
  "started_at", "end_at", "state", "template_id", "creator_user_id", "answer_count",
]; // prettier-ignore
const olderFields = ["startTime", "endTime", "createTime", "updateTime", "text"];
const newerFields = ["created_at", "updated_at"];

async function startForUser(settings: Parameters<typeof startTestPlatform>[0] = {}) {
  const platform = await startTestPlatform(settings);
  const { access_token, openid } = await allowedTokens(platform);
  const user = { appid: "demo_app", access_token };
  const { data } = await platform.call<{ list: { id: number; title: string }[] }>("/api/surveys", {
    ...user,
    openid,
  });
  const [first, second] = data.list;
  return { platform, user, first: first?.id ?? 0, second: second?.id ?? 0 };
}

async function surveyIdOf({ database }: TestPlatform, key: string): Promise<number> {
  const query = database.reader.kysely.selectFrom("surveys").select("id").where("declared_key", "=", key);
  return (await query.executeTakeFirstOrThrow()).id;
}

describe("a survey", () => {
  it("has the documented fields in the newer spelling, and no older ones", async () => {
    const { platform, user, first } = await startForUser();
    const { data } = await platform.call<Survey>(`/api/surveys/${first}`, user);
    expect(Object.keys(data).toSorted()).toEqual([...commonFields, ...newerFields].toSorted());
    expect(data).toMatchObject({
      id: first,
      state: 2,
      scene: 1,
      page_count: 1,
      topic_count: 2,
      answer_count: 25,
    });
    expect(data).toMatchObject({ started_at: "", end_at: "", created_at: "2026-11-21 16:00:00" });
  });

  it("has the documented fields in the older spelling, where times that are not set are 0", async () => {
    const { platform, user, first } = await startForUser();
    const { data } = await platform.call<Survey>(`/api/surveys/${first}/legacy`, user);
    expect(Object.keys(data).toSorted()).toEqual([...commonFields, ...olderFields].toSorted());
    const createTime = Date.UTC(2026, 10, 21, 8) / 1000;
    expect(data).toMatchObject({
      startTime: 0,
      endTime: 0,
      started_at: "",
      end_at: "",
      createTime,
      updateTime: createTime,
    });
  });

  it("has the same content in both spellings", async () => {
    const { platform, user, first } = await startForUser();
    const { data: newer } = await platform.call<Survey>(`/api/surveys/${first}`, user);
    const { data: older } = await platform.call<Survey>(`/api/surveys/${first}/legacy`, user);
    for (const field of commonFields) expect([field, newer[field]]).toEqual([field, older[field]]);
    expect(newer.pages).toHaveLength(1);
  });

  test.each([
    ["Asia/Shanghai", "2026-12-01 00:00:00", Date.UTC(2026, 10, 30, 16)],
    ["UTC", "2026-11-30 16:00:00", Date.UTC(2026, 10, 30, 16)],
    ["America/New_York", "2026-11-30 11:00:00", Date.UTC(2026, 10, 30, 16)],
  ])(
    "has its text times in the platform's zone %s and its seconds in none",
    async (timeZone, text, moment) => {
      const { platform, user, first } = await startForUser({ timeZone });
      await platform.database.write(({ kysely }) =>
        kysely
          .updateTable("surveys")
          .set({ started_at: moment, end_at: moment })
          .where("id", "=", first)
          .execute(),
      );
      const { data } = await platform.call<Survey>(`/api/surveys/${first}/legacy`, user);
      expect(data).toMatchObject({
        started_at: text,
        end_at: text,
        startTime: moment / 1000,
        endTime: moment / 1000,
      });
    },
  );

  it("is read by its owner only, in either spelling and either mode", async () => {
    const { platform, user, first } = await startForUser();
    const team = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
    const ofTeam = await surveyIdOf(platform, "acme-1");
    for (const ending of ["", "/legacy", "/answers"]) {
      const ask = async (id: number, token: typeof user) => {
        const { code } = await platform.call(`/api/surveys/${id}${ending}`, token);
        return code;
      };
      // Ada is a member of the team, but her own token does not speak for it.
      const codes = [
        await ask(first, user),
        await ask(ofTeam, team),
        await ask(ofTeam, user),
        await ask(first, team),
      ];
      expect([ending, codes]).toEqual([ending, ["OK", "OK", "NotFound", "NotFound"]]);
    }
  });

  it("does not need the openid, and does not mind one", async () => {
    const { platform, user, first } = await startForUser();
    expect(await platform.call(`/api/surveys/${first}`, { ...user, openid: "anything" })).toMatchObject({
      code: "OK",
    });
  });

  it("may have an id that does not fit 32 bits", async () => {
    const { platform, user, second } = await startForUser();
    const large = 9_007_199_254_740_991;
    await platform.database.write(async ({ kysely }) => {
      // What refers to a survey by its id.
      await kysely.deleteFrom("survey_versions").where("survey_id", "=", second).execute();
      await kysely.deleteFrom("survey_drafts").where("survey_id", "=", second).execute();
      await kysely.updateTable("surveys").set({ id: large }).where("id", "=", second).execute();
    });
    const reply = await platform.fetch(`/api/surveys/${large}?${new URLSearchParams(user).toString()}`);
    expect(await reply.text()).toContain(`"data":{"id":${large},`);
  });

  const malformed = [
    "abc",
    "1.0",
    "01",
    "1e3",
    "+1",
    "-1",
    "0x1",
    "%20",
    "1%20",
    "1%00",
    "%EF%BC%91",
    "9007199254740993",
    "99999999999999999999",
    "null",
    "1,2",
    "1;2",
    "1'--",
    "__proto__",
  ];

  test.each(malformed)("is not found under the malformed id %s: that is the caller's mistake", async (id) => {
    const { platform, user } = await startForUser();
    for (const ending of ["", "/legacy", "/answers", "/answers/1"]) {
      const { code, error, data } = await platform.call(`/api/surveys/${id}${ending}`, user);
      expect([ending, code, error.type, data]).toEqual([ending, "InvalidArgument", "invalid_argument", {}]);
    }
  });

  it("shows a changed declaration at once", async () => {
    const { platform, user, first } = await startForUser();
    const options = [{ text: "Yes" }, { text: "No" }];
    await declare(platform, {
      surveys: [
        {
          key: "ada-1",
          owner: { user: "ada" },
          title: "Renamed",
          prefix: "Hello",
          state: "paused",
          started_at: "2026-12-01 00:00:00",
          pages: [{ questions: [{ type: "radio", title: "Only one", options }] }],
        },
      ],
    });
    const { data } = await platform.call<Survey>(`/api/surveys/${first}`, user);
    expect(data).toMatchObject({
      title: "Renamed",
      prefix: "Hello",
      state: 3,
      started_at: "2026-12-01 00:00:00",
      topic_count: 1,
    });
  });
});
