import { describe, expect, test } from "vitest";
import type { Webhook } from "../../src/index.ts";
import type { Caller } from "./conformance-subject.ts";
import { expectRefusal } from "./envelope.ts";

const url = "https://hooks.example/survey?a=1";

/** A survey of the team: the path of its webhooks, and the proof to change them with. */
async function withSurvey(caller: Caller) {
  const proof = await caller.teamProof();
  const text = "Lunch\n\nWelcome.\n\nWhat?[Single Line Text]";
  const { data } = await caller.post<{ id: number }>("/api/surveys", proof, { text });
  return { proof, surveyId: data.id, path: `/api/surveys/${data.id}/webhooks` };
}

/** The calls about webhooks. */
export function testWebhooks(given: () => Caller): void {
  describe("a webhook", () => {
    test("is created, read, changed and deleted; its secret is shown once", async () => {
      const caller = given();
      const { proof, surveyId, path } = await withSurvey(caller);
      const { data: created } = await caller.post<Webhook>(path, proof, { url });
      const shown = { object: `Survey_${surveyId}`, url, is_active: false, user_id: 0, off_reason: "" };
      expect(created).toMatchObject({ ...shown, options: '{"listenedResources":["answer"]}' });
      expect(created.secret).toMatch(/^whsec_.{32,}$/);
      const one = `${path}/${created.id}`;
      const read = { ...created, secret: "" };
      expect((await caller.call(one, proof)).data).toEqual(read);
      expect((await caller.call(path, proof)).data).toEqual({ total: 1, list: [read] });
      const other = "https://hooks.example/other";
      expect((await caller.post(one, proof, { url: other })).data).toMatchObject({ url: other, secret: "" });
      const { data: renewed } = await caller.post<Webhook>(`${one}/secret`, proof, {});
      expect(renewed.secret).toMatch(/^whsec_.{32,}$/);
      expect(renewed.secret).not.toBe(created.secret);
      expect((await caller.delete(one, proof)).data).toEqual({ result: "success" });
      expectRefusal(caller, await caller.call(one, proof), "not_found");
      expectRefusal(caller, await caller.delete(one, proof), "not_found");
    });

    test.each(["http://127.0.0.1/x", "ftp://a.example", "https://a.example:8443/", "https://u@a.example/"])(
      "is not sent to %s",
      async (address) => {
        const caller = given();
        const { proof, path } = await withSurvey(caller);
        expectRefusal(caller, await caller.post(path, proof, { url: address }), "invalid_argument_url");
      },
    );

    test("shows no secret to a call that is repeated", async () => {
      const caller = given();
      const { proof, path } = await withSurvey(caller);
      const key = { "idempotency-key": "webhook" };
      const { data } = await caller.post<Webhook>(path, proof, { url }, key);
      expect((await caller.post(path, proof, { url }, key)).data).toEqual({ ...data, secret: "" });
      expect((await caller.call(path, proof)).data).toMatchObject({ total: 1 });
    });

    test("that is not active gets no test and nothing again, and has an empty log", async () => {
      const caller = given();
      const { proof, path } = await withSurvey(caller);
      const { data } = await caller.post<Webhook>(path, proof, { url });
      const one = `${path}/${data.id}`;
      expectRefusal(caller, await caller.post(`${one}/test`, proof, {}), "not_found");
      expectRefusal(caller, await caller.post(`${one}/resend`, proof, {}), "not_found");
      expect((await caller.call(`${one}/deliveries`, proof)).data).toEqual({ last_id: 0, list: [] });
      expectRefusal(caller, await caller.call(`${one}/deliveries/1`, proof), "not_found");
    });

    test("has at most nine others beside it", async () => {
      const caller = given();
      const { proof, path } = await withSurvey(caller);
      for (let count = 0; count < 10; count += 1)
        expect((await caller.post(path, proof, { url })).code).toBe("OK");
      expectRefusal(caller, await caller.post(path, proof, { url }), "resource_exhausted");
    });

    test("needs a token for writing that reaches its owner", async () => {
      const caller = given();
      const { proof, path } = await withSurvey(caller);
      const reader = caller.proofOf(await caller.signIn());
      expectRefusal(caller, await caller.post(path, reader, { url }), "permission_denied");
      expectRefusal(caller, await caller.call(path, reader), "not_found");
      expectRefusal(caller, await caller.call("/api/users/999999999/webhooks", proof), "claim_error");
      const wrong = { ...proof, access_token: "x" };
      expectRefusal(caller, await caller.post(`${path}/x`, wrong, []), "invalid_token");
      expectRefusal(caller, await caller.delete(`${path}/x`, wrong), "invalid_token");
      expectRefusal(caller, await caller.call(`${path}/x`, proof), "invalid_argument");
    });

    test("gets its events from addresses that the platform lists", async () => {
      const { data } = await given().call("/api/webhooks/ip", await given().teamProof());
      expect(data["list"]).toBeInstanceOf(Array);
    });
  });
}
