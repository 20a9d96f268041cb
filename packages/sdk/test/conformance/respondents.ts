import { describe, expect, test } from "vitest";
import type { AccessList, RegisteredAccount, Survey } from "../../src/index.ts";
import type { Caller } from "./conformance-subject.ts";
import { expectRefusal } from "./envelope.ts";

/** A survey of the team that collects, and two accounts of its application. */
async function start(caller: Caller) {
  const proof = await caller.teamProof();
  const text = "Lunch\n\n\n\nWhat?[Single Line Text]";
  const { data } = await caller.post<{ id: number }>("/api/surveys", proof, { text });
  const survey = `/api/surveys/${data.id}`;
  await caller.post(`${survey}/settings`, proof, { state: 2 });
  const [page] = (await caller.call<Survey>(survey, proof)).data.pages;
  const pages = [{ id: page?.id, questions: [{ id: page?.questions[0]?.id, text: "Soup" }] }];
  const register = async () => {
    const openid = `respondent ${crypto.randomUUID()}`;
    const reply = await caller.post<RegisteredAccount>("/api/sso/users", proof, { openid });
    return { id: reply.data.respondent_id, openid };
  };
  const people = [await register(), await register()] as const;
  const send = (respondent_id: number, openid?: string) =>
    caller.post(`${survey}/answers`, proof, { respondent_id, answer: { pages, openid } });
  return { proof, survey, list: `${survey}/respondent/access_list`, people, send };
}

const of = (...respondent_ids: readonly number[]) => ({ type: 11, respondent_ids });

/** The calls about who may answer a survey, and answers that name their respondent. */
export function testRespondents(given: () => Caller): void {
  describe("an answer that names its respondent", () => {
    test("is read back with the account, named by id or openid", async () => {
      const caller = given();
      const { proof, survey, people, send } = await start(caller);
      const [{ id, openid }, other] = people;
      expect((await send(id)).data).toMatchObject({ answer_id: 1 });
      expect((await send(0, openid)).data).toMatchObject({ answer_id: 2 });
      const third_party_user = { respondent_id: id, openid, nickname: openid };
      for (const serial of [1, 2])
        expect((await caller.call(`${survey}/answers/${serial}`, proof)).data).toMatchObject({
          respondent_id: id,
          third_party_user,
        });
      expectRefusal(caller, await send(999_999_999), "invalid_argument");
      expectRefusal(caller, await send(id, other.openid), "invalid_argument");
    });
  });

  describe("the list of respondents of a survey", () => {
    test("lets those on it answer and no others, also when it is empty", async () => {
      const caller = given();
      const { proof, list, people, send } = await start(caller);
      const [one, other] = people;
      expect((await caller.post(`${list}/batch`, proof, of(one.id))).data).toEqual({});
      expect((await send(one.id)).data).toMatchObject({ answer_id: 1 });
      expectRefusal(caller, await send(other.id), "invalid_argument");
      expectRefusal(caller, await send(0), "invalid_argument");
      await caller.post(`${list}/batch`, proof, of(one.id, other.id));
      const { data } = await caller.call<AccessList>(list, proof);
      expect(data.list.map(({ respondent_id }) => respondent_id)).toEqual([other.id, one.id]);
      const next = { ...proof, last_id: data.list[0]?.id };
      expect((await caller.call<AccessList>(list, next)).data.list).toEqual(data.list.slice(1));
      expect((await caller.post(`${list}/batch_delete`, proof, of(one.id, other.id))).data).toEqual({});
      expect((await caller.call(list, proof)).data).toEqual({ list: [] });
      expectRefusal(caller, await send(one.id), "invalid_argument");
    });

    test("refuses what it cannot be about", async () => {
      const caller = given();
      const { proof, list, people } = await start(caller);
      const respondent_ids = [people[0].id];
      for (const call of ["batch", "batch_delete"])
        for (const [body, type] of [
          [{ type: 1, respondent_ids }, "invalid_type"],
          [{ type: 11, respondent_ids: [] }, "invalid_list_length"],
          [{ type: 11, respondent_ids: [999_999_999] }, "user_not_found"],
          [{ type: 11 }, "invalid_argument"],
        ] as const)
          expectRefusal(caller, await caller.post(`${list}/${call}`, proof, body), type);
      const nowhere = "/api/surveys/999999999/respondent/access_list";
      expectRefusal(caller, await caller.call(nowhere, proof), "not_found");
      const reader = caller.proofOf(await caller.signIn());
      expectRefusal(caller, await caller.call(list, reader), "claim_error");
      const wrong = { ...proof, access_token: "x" };
      expectRefusal(caller, await caller.post(`${list}/batch`, wrong, []), "invalid_token");
    });
  });
}
