import type { IncomingMessage } from "node:http";
import type { NativeHandler } from "@survey-open-platform/service";
import { expect, test } from "vitest";
import { callInProcess } from "../../src/http/in-process-call.ts";
import { receiveBody } from "../../src/http/receive-body.ts";

const origin = { remoteAddress: "203.0.113.7", forwardedFor: undefined };

/** Serves what it got, as JSON. */
const echo: NativeHandler = (request, response) => {
  receive(request).then(
    (received) => response.end(JSON.stringify(received)),
    (error: unknown) => response.end(String(error)),
  );
  return true;
};

async function receive(request: IncomingMessage) {
  const { method, url, headers, headersDistinct } = request;
  return {
    method,
    url,
    headers,
    keys: headersDistinct["idempotency-key"],
    body: (await receiveBody(request)).toString(),
  };
}

test("a call in the process has method, body and idempotency key as one over a connection", async () => {
  const body = JSON.stringify({ text: "午餐 ' \"" });
  const call = { target: "/api/surveys?appid=a", host: "platform.example", origin } as const;
  const response = await callInProcess(echo, { ...call, method: "POST", body, idempotencyKey: "k" });
  expect(JSON.parse(response?.body ?? "")).toEqual({
    method: "POST",
    url: "/api/surveys?appid=a",
    headers: {
      host: "platform.example",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "idempotency-key": "k",
    },
    keys: ["k"],
    body,
  });
});

test("a call without a body ends at once, and is a GET unless it says otherwise", async () => {
  const call = { target: "/api/surveys", host: "platform.example", origin } as const;
  const get = await callInProcess(echo, call);
  expect(JSON.parse(get?.body ?? "")).toMatchObject({ method: "GET", body: "" });
  const deletion = await callInProcess(echo, { ...call, method: "DELETE" });
  expect(JSON.parse(deletion?.body ?? "")).toMatchObject({ method: "DELETE", body: "" });
});

test("a body that is longer than the platform reads is refused", async () => {
  const call = { target: "/", host: "platform.example", origin, method: "POST" } as const;
  const response = await callInProcess(echo, { ...call, body: "x".repeat(1024 * 1024 + 1) });
  expect(response?.body).toContain("longer than");
});
