import { describe, expect, test } from "vitest";
import { errorKinds } from "../../../src/errors.ts";
import { declaredPagesSchema } from "@survey-open-platform/surveys";
import { everyType } from "../../../../surveys/test/declared/survey-fixtures.ts";
import { declare } from "../../support/declare.ts";
import { obtainTeamToken } from "../../support/flows.ts";
import { allowedTokens } from "../../support/quick-consent.ts";
import { startTestPlatform, type Envelope, type TestPlatform } from "../../support/test-platform.ts";

/*
 * What clients that others wrote against this interface were measured to need. Their decoders are strict where ours
 * is not: an object in place of a text makes them fail.
 */

interface Item {
  readonly [field: string]: unknown;
}

interface Survey extends Item {
  readonly pages: readonly {
    readonly questions: readonly (Item & { readonly options: readonly Item[] })[];
  }[];
}

const codes = [
  "OK",
  "InvalidArgument",
  "PermissionDenied",
  "NotFound",
  "AlreadyExists",
  "ResourceExhausted",
  "NoRoute",
  "InternalServerError",
  "RemoteServerError",
];
const unknownTokens = ["x", `sopu_${"A".repeat(32)}`, `sopt_${"A".repeat(32)}`];
const textTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** A platform where Ada has a survey with every type of question and an answer; her proof, and its path. */
async function start() {
  const platform = await startTestPlatform();
  await declare(platform, {
    surveys: [
      {
        key: "every-type",
        owner: { user: "ada" },
        title: "Every type",
        pages: everyType,
        answers: [
          {
            started_at: "2026-11-01 09:00:00",
            ended_at: "2026-11-01 09:03:10",
            values: { 2: 1, 3: ["A"], 6: "x" },
          },
        ],
      },
    ],
  });
  const { access_token, openid } = await allowedTokens(platform);
  const { kysely } = platform.database.reader;
  const { id } = await kysely
    .selectFrom("surveys")
    .select("id")
    .where("declared_key", "=", "every-type")
    .executeTakeFirstOrThrow();
  return { platform, proof: { appid: "demo_app", access_token }, openid, path: `/api/surveys/${id}` };
}

/** Every call of the interface with a valid token, and with one that the platform never issued. */
async function everyEnvelope(platform: TestPlatform, proof: Item, openid: string, path: string) {
  const paths = ["/api/surveys", path, `${path}/legacy`, `${path}/answers`, `${path}/answers/1`];
  const proofs = [proof, { ...proof, access_token: "x" }, { ...proof, appid: "" }];
  const envelopes: Envelope[] = [];
  for (const each of [...paths, `${path}/answers/99`, "/api/oauth2/user", "/api/nowhere"]) {
    for (const one of proofs) envelopes.push(await platform.call(each, { ...one, openid }));
  }
  return envelopes;
}

describe("a client that others wrote", () => {
  test("finds an object in data and one of nine codes, also in refusals", async () => {
    const { platform, proof, openid, path } = await start();
    const envelopes = await everyEnvelope(platform, proof, openid, path);
    expect(new Set(envelopes.map(({ code }) => code)).size).toBeGreaterThan(3);
    for (const { code, data } of envelopes) {
      expect(codes).toContain(code);
      expect(Array.isArray(data)).toBe(false);
      expect(data).toBeTypeOf("object");
    }
    for (const { code } of Object.values(errorKinds)) expect(codes).toContain(code);
  });

  test.each(["", "/legacy"])(
    "finds text in goto and prefill, and a list in display, of every type of question%s",
    async (spelling) => {
      const { platform, proof, path } = await start();
      const { data } = await platform.call<Survey>(path + spelling, proof);
      const questions = data.pages.flatMap((page) => page.questions);
      expect(questions).toHaveLength(
        declaredPagesSchema.parse(everyType).flatMap((page) => page.questions).length,
      );
      for (const question of questions) {
        expect(question).toMatchObject({ goto: "", prefill: "" });
        for (const option of question.options) expect(option).toMatchObject({ goto: "", display: [] });
      }
      expect(questions.flatMap(({ options }) => options).length).toBeGreaterThan(4);
    },
  );

  test("finds whole seconds in the older times, and text times without a zone in the newer ones", async () => {
    const { platform, proof, path } = await start();
    const { data: legacy } = await platform.call<Survey>(`${path}/legacy`, proof);
    for (const field of ["startTime", "endTime", "createTime", "updateTime"])
      expect(Number.isInteger(legacy[field])).toBe(true);
    const { data: survey } = await platform.call<Survey>(path, proof);
    const { data: answer } = await platform.call(`${path}/answers/1`, proof);
    for (const time of [survey["created_at"], survey["updated_at"], answer["started_at"], answer["ended_at"]])
      expect(time).toMatch(textTime);
  });

  test("finds the integer 1 in checked of each chosen option", async () => {
    const { platform, proof, path } = await start();
    const { data } = await platform.call<{ answer: Survey["pages"] }>(`${path}/answers/1`, proof);
    const chosen = data.answer.flatMap((page) => page.questions.flatMap(({ options }) => options));
    expect(chosen.map(({ checked }) => checked)).toEqual([1, 1]);
  });

  test.each(unknownTokens)(
    "gets invalid_token for the token %j before anything else that the call names is looked at",
    async (access_token) => {
      const { platform, proof, path } = await start();
      const bad = { ...proof, access_token };
      const calls = [
        ["/api/oauth2/user", { openid: "unknown" }],
        ["/api/surveys", { openid: "unknown" }],
        ["/api/surveys", { user_id: 999_999 }],
        ["/api/surveys", {}],
        [path, {}],
        ["/api/surveys/999999/legacy", {}],
        [`${path}/answers`, {}],
        [`${path}/answers/99`, {}],
      ] as const;
      for (const [each, more] of calls) {
        const { error } = await platform.call(each, { ...bad, ...more });
        expect([each, error.type]).toEqual([each, "invalid_token"]);
      }
    },
  );

  test("may write open_id for openid, once", async () => {
    const { platform, proof, openid } = await start();
    const { data } = await platform.call("/api/oauth2/user", { ...proof, open_id: openid });
    expect(data).toMatchObject({ openid, nickname: "Ada" });
    const list = await platform.call("/api/surveys", { ...proof, open_id: openid });
    expect(list.data).toMatchObject({ total: 3 });
    const twice = await platform.call("/api/surveys", { ...proof, openid, open_id: openid });
    expect(twice.error.type).toBe("invalid_argument");
  });

  test("reaches a team's surveys with the team's numeric id as user_id", async () => {
    const { platform } = await start();
    const { id } = await platform.database.reader.kysely
      .selectFrom("teams")
      .select("id")
      .where("name", "=", "Acme")
      .executeTakeFirstOrThrow();
    const proof = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
    expect(await platform.call("/api/surveys", { ...proof, user_id: id })).toMatchObject({
      code: "OK",
      data: { total: 2 },
    });
  });
});
