import { describe, expect, test } from "vitest";
import type { Caller } from "./conformance-subject.ts";
import { expectRefusal } from "./envelope.ts";

interface Created {
  readonly survey_id: number;
  readonly id: number;
  readonly hash: string;
  readonly url: string;
  readonly survey_url: string;
}

interface Survey {
  readonly state: number;
  readonly answer_count: number;
  readonly pages: readonly {
    readonly id: string;
    readonly questions: readonly { readonly id: string; readonly type: string }[];
  }[];
}

const text = "Lunch\n\nWelcome.\n\n1. What?[Single Line Text]\n\n2. Stars[Rating Scale][Optional]\n1~5";

/** A survey of the team, and the proof to change it with. */
async function created(caller: Caller) {
  const proof = await caller.teamProof();
  const { data } = await caller.post<Created>("/api/surveys", proof, { text });
  return { proof, data, path: `/api/surveys/${data.id}` };
}

/** The same survey while it collects, and an answer to it. */
async function collecting(caller: Caller) {
  const { proof, path, data } = await created(caller);
  await caller.post(`${path}/settings`, proof, { state: 2 });
  const { data: survey } = await caller.call<Survey>(path, proof);
  const [page] = survey.pages;
  const answer = { pages: [{ id: page?.id, questions: [{ id: page?.questions[0]?.id, text: "Soup" }] }] };
  return { proof, path, id: data.id, answer };
}

/** The calls that change something. */
export function testWrites(given: () => Caller): void {
  describe("a call that changes something", () => {
    test("creates a draft from text", async () => {
      const { data, proof, path } = await created(given());
      expect(Object.keys(data)).toEqual(["survey_id", "id", "hash", "url", "survey_url", "notes"]);
      expect([data.survey_id, data.survey_url]).toEqual([data.id, data.url]);
      expect(data.url).toContain(`/s2/${data.id}/${data.hash}/`);
      const { data: survey } = await given().call<Survey>(path, proof);
      expect(survey).toMatchObject({
        title: "Lunch",
        prefix: "Welcome.",
        state: 0,
        page_count: 1,
        topic_count: 2,
      });
      expect(survey.pages[0]?.questions.map(({ type }) => type)).toEqual(["text", "star"]);
    });

    test("changes settings, and only those that are sent", async () => {
      const caller = given();
      const { proof, path } = await created(caller);
      const settings = { redirect_url: "https://a.example/b", started_at: "2026-12-01 09:00:00" };
      expect((await caller.post(`${path}/settings`, proof, settings)).data).toEqual({ result: "success" });
      await caller.post(`${path}/settings`, proof, { state: 2, login_check: true });
      expect((await caller.call(path, proof)).data).toMatchObject({
        ...settings,
        state: 2,
        login_check: true,
      });
      const wrong = await caller.post(`${path}/settings`, proof, { redirect_url: "javascript:1" });
      expectRefusal(caller, wrong, "invalid_redirect_url");
      expectRefusal(caller, await caller.post(`${path}/settings`, proof, { state: 1 }), "invalid_argument");
    });

    test("adds a custom argument once", async () => {
      const caller = given();
      const { proof, path, data } = await created(caller);
      const added = await caller.post(`${path}/custom_args`, proof, { title: "shop", description: "Which" });
      expect(added.data).toMatchObject({
        survey_id: data.id,
        question_id: "custom-arg-01",
        type: "text",
        title: "shop",
        description: "Which",
      });
      expectRefusal(
        caller,
        await caller.post(`${path}/custom_args`, proof, { title: "shop" }),
        "invalid_argument",
      );
    });

    test("stores answers with serials from 1, changes them where that is allowed, and counts them", async () => {
      const caller = given();
      const { proof, path, id, answer } = await collecting(caller);
      for (const answer_id of [1, 2])
        expect((await caller.post(`${path}/answers`, proof, { answer })).data).toEqual({
          survey_id: id,
          answer_id,
        });
      expectRefusal(caller, await caller.post(`${path}/answers/1`, proof, { answer }), "permission_denied");
      await caller.post(`${path}/settings`, proof, { is_allow_update_answer: true });
      expect((await caller.post(`${path}/answers/1`, proof, { answer })).data).toEqual({
        survey_id: id,
        answer_id: 1,
      });
      expectRefusal(caller, await caller.post(`${path}/answers/9`, proof, { answer }), "not_found");
      const { data } = await caller.post(`${path}/report_aggs`, proof, {});
      expect(Object.keys(data)).toEqual(reportNames);
      expect(data["status"]).toContainEqual({ key: "valid", count: 2 });
      await caller.post(`${path}/settings`, proof, { state: 3 });
      expectRefusal(caller, await caller.post(`${path}/answers`, proof, { answer }), "invalid_argument");
    });

    test("is made once for its idempotency key", async () => {
      const caller = given();
      const { proof, path, answer } = await collecting(caller);
      const key = { "idempotency-key": "one" };
      const first = await caller.post(`${path}/answers`, proof, { answer }, key);
      expect((await caller.post(`${path}/answers`, proof, { answer }, key)).data).toEqual(first.data);
      expect((await caller.call<Survey>(path, proof)).data.answer_count).toBe(1);
      const other = await caller.post(`${path}/answers`, proof, { answer: { pages: [] } }, key);
      expectRefusal(caller, other, "invalid_argument");
    });

    test("needs a token for writing that reaches the survey", async () => {
      const caller = given();
      const { proof } = await created(caller);
      const reader = caller.proofOf(await caller.signIn());
      expectRefusal(caller, await caller.post("/api/surveys", reader, { text }), "permission_denied");
      expectRefusal(
        caller,
        await caller.post("/api/surveys/999999999/settings", proof, { state: 2 }),
        "not_found",
      );
      const wrong = { ...proof, access_token: "x" };
      expectRefusal(caller, await caller.post("/api/surveys/x/settings", wrong, []), "invalid_token");
      expectRefusal(
        caller,
        await caller.post("/api/surveys", proof, { text, org: 999_999_999 }),
        "claim_error",
      );
    });
  });
}

const reportNames = [
  "duration_avg",
  "status",
  "channel",
  "location",
  "ua_device",
  "ua_os",
  "interval",
  "trends",
];
