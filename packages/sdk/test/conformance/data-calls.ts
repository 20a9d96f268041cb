import { describe, expect, test } from "vitest";
import type { Caller } from "./conformance-subject.ts";
import { expectRefusal } from "./envelope.ts";

interface Page {
  readonly total: number;
  readonly list: readonly { readonly id: number; readonly title: string }[];
}

interface AnswerPage {
  readonly total: number;
  readonly last_answer_id: number;
  readonly list: readonly { readonly answer_id: number }[];
}

const listItem = ["id", "hash", "title", "state", "scene", "answer_count", "created_at", "updated_at"];
const surveyStart = [
  "id",
  "hash",
  "scene",
  "title",
  "prefix",
  "suffix",
  "pages",
  "page_count",
  "topic_count",
];
const surveyEnd = [
  "state",
  "template_id",
  "creator_user_id",
  "answer_count",
  "login_check",
  "redirect_url",
  "is_allow_update_answer",
];
const time = expect.stringMatching(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$/);

/** Ada's surveys: the proof to read them with, and their ids. */
async function adasSurveys(caller: Caller) {
  const tokens = await caller.signIn();
  const proof = caller.proofOf(tokens);
  const { data } = await caller.call<Page>("/api/surveys", proof);
  const [first = -1, second = -1] = data.list.map(({ id }) => id);
  return { proof, openid: tokens.openid, page: data, first, second };
}

/** Surveys and their answers. */
export function testDataCalls(given: () => Caller): void {
  describe("the list of surveys", () => {
    test("has a person's own by ascending id, in pages", async () => {
      const { proof, page } = await adasSurveys(given());
      expect(Object.keys(page)).toEqual(["total", "list"]);
      expect(page.total).toBe(2);
      const ids = page.list.map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted((one, other) => one - other));
      for (const item of page.list) expect(Object.keys(item)).toEqual(listItem);
      const pages = await Promise.all(
        [1, 2, 3].map((number) =>
          given().call<Page>("/api/surveys", { ...proof, page: number, per_page: 1 }),
        ),
      );
      expect(pages.map(({ data }) => data.list.map(({ id }) => id))).toEqual([[ids[0]], [ids[1]], []]);
      expect(pages.map(({ data }) => data.total)).toEqual([2, 2, 2]);
    });

    test("takes the openid by the name open_id too", async () => {
      const caller = given();
      const { proof, openid } = await adasSurveys(caller);
      const call = (parameters: Record<string, string | undefined>) =>
        caller.call<Page>("/api/surveys", { ...proof, openid: undefined, ...parameters });
      const { data } = await call({ open_id: openid });
      expect(data.total).toBe(2);
      expectRefusal(caller, await call({ openid, open_id: openid }), "invalid_argument");
    });

    test("needs the token's own openid from a person", async () => {
      const caller = given();
      const { proof } = await adasSurveys(caller);
      const bob = await caller.signIn("bob");
      const answer = (openid: string | undefined) => caller.call("/api/surveys", { ...proof, openid });
      expectRefusal(caller, await answer(undefined), "invalid_argument");
      expectRefusal(caller, await answer(bob.openid), "claim_error");
      expectRefusal(
        caller,
        await caller.call("/api/surveys", { ...proof, user_id: 999_999_999 }),
        "claim_error",
      );
    });

    test("has a team's for its token, narrowed by the openid of a member only", async () => {
      const caller = given();
      const { openid } = await caller.signIn();
      const proof = await caller.teamProof();
      const { data } = await caller.call<Page>("/api/surveys", proof);
      expect(data.total).toBe(1);
      expect((await caller.call<Page>("/api/surveys", { ...proof, openid })).data).toEqual(data);
      const bob = await caller.signIn("bob");
      for (const stranger of [bob.openid, "x"])
        expectRefusal(
          caller,
          await caller.call("/api/surveys", { ...proof, openid: stranger }),
          "claim_error",
        );
      expectRefusal(caller, await caller.call("/api/surveys", { ...proof, user_id: 0 }), "claim_error");
    });
  });

  describe("a survey", () => {
    test("comes in the newer spelling, with text times", async () => {
      const { proof, first } = await adasSurveys(given());
      const { data } = await given().call(`/api/surveys/${first}`, proof);
      const times = ["started_at", "end_at", "created_at", "updated_at"];
      expect(Object.keys(data)).toEqual([...surveyStart, ...times, ...surveyEnd]);
      for (const name of times) expect(data[name]).toEqual(time);
      expect(data).toMatchObject({ id: first, page_count: 1, answer_count: 25 });
    });

    test("comes in the older spelling, with seconds beside them", async () => {
      const { proof, first } = await adasSurveys(given());
      const { data } = await given().call(`/api/surveys/${first}/legacy`, proof);
      const times = ["startTime", "endTime", "started_at", "end_at", "createTime", "updateTime"];
      expect(Object.keys(data)).toEqual([...surveyStart, ...times, ...surveyEnd, "text"]);
      expect(String(data["text"]).startsWith(String(data["title"]))).toBe(true);
      for (const name of ["startTime", "endTime", "createTime", "updateTime"])
        expect(Number.isSafeInteger(data[name])).toBe(true);
    });

    test("of another owner gives the same error as one that does not exist, for each kind of token", async () => {
      const caller = given();
      const { proof, first } = await adasSurveys(caller);
      const team = await caller.teamProof();
      const teams = (await caller.call<Page>("/api/surveys", team)).data.list[0]?.id ?? -1;
      for (const part of ["", "/legacy", "/answers", "/answers/1"]) {
        for (const id of [teams, 999_999_999])
          expectRefusal(caller, await caller.call(`/api/surveys/${id}${part}`, proof), "not_found");
        expectRefusal(caller, await caller.call(`/api/surveys/${first}${part}`, team), "not_found");
      }
      expect((await caller.call(`/api/surveys/${teams}/legacy`, team)).code).toBe("OK");
    });

    test("is not shown for a token that is none", async () => {
      const caller = given();
      const { proof, first } = await adasSurveys(caller);
      for (const access_token of ["x", `sopu_${"A".repeat(32)}`, `sopt_${"A".repeat(32)}`]) {
        const answer = await caller.call(`/api/surveys/${first}`, { ...proof, access_token });
        expectRefusal(caller, answer, "invalid_token");
      }
    });
  });

  describe("the answers of a survey", () => {
    test("come by ascending serial from 1, page after page, and end with an empty page", async () => {
      const { proof, first } = await adasSurveys(given());
      const serials: number[] = [];
      const lasts: number[] = [];
      for (let last = 0; ;) {
        const parameters = { ...proof, per_page: 10, last_answer_id: last };
        const { data } = await given().call<AnswerPage>(`/api/surveys/${first}/answers`, parameters);
        expect(Object.keys(data)).toEqual(["total", "last_answer_id", "list"]);
        expect(data.total).toBe(25);
        lasts.push(data.last_answer_id);
        if (data.list.length === 0) break;
        serials.push(...data.list.map(({ answer_id }) => answer_id));
        last = data.last_answer_id;
      }
      expect(serials).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
      expect(lasts).toEqual([10, 20, 25, 25]);
    });

    test("are twenty on a page unless asked otherwise, and none where there are none", async () => {
      const { proof, first, second } = await adasSurveys(given());
      const full = await given().call<AnswerPage>(`/api/surveys/${first}/answers`, proof);
      expect(full.data.list).toHaveLength(20);
      const empty = await given().call<AnswerPage>(`/api/surveys/${second}/answers`, {
        ...proof,
        last_answer_id: 5,
      });
      expect(empty.data).toEqual({ total: 0, last_answer_id: 0, list: [] });
    });

    test("come in pages of a hundred when more are asked for", async () => {
      const { proof, first } = await adasSurveys(given());
      const { code, data } = await given().call<AnswerPage>(`/api/surveys/${first}/answers`, {
        ...proof,
        per_page: 101,
      });
      expect([code, data.list.length]).toEqual(["OK", 25]);
    });

    test("have the documented fields, in a list and alone", async () => {
      const { proof, first } = await adasSurveys(given());
      const { data } = await given().call<AnswerPage>(`/api/surveys/${first}/answers`, proof);
      const common = {
        openid: "",
        respondent_type: 0,
        respondent_nickname: "",
        score: null,
        started_at: time,
        ended_at: time,
        answer: expect.any(Array),
      };
      const respondent = { respondent_id: 0, openid: "", nickname: "" };
      expect(data.list[0]).toEqual({
        ...common,
        answer_id: 1,
        qq: 0,
        wechat_work_user: {},
        third_party_user: respondent,
      });
      const alone = await given().call(`/api/surveys/${first}/answers/1`, proof);
      expect(alone.data).toEqual({
        ...common,
        survey_id: first,
        answer_id: 1,
        respondent_id: 0,
        third_party_user: respondent,
      });
    });

    test("do not have one past the last", async () => {
      const { proof, first } = await adasSurveys(given());
      for (const name of ["26", "9007199254740991", "Abcdefghij"]) {
        const answer = await given().call(`/api/surveys/${first}/answers/${name}`, proof);
        expectRefusal(given(), answer, "not_found");
      }
    });
  });
}
