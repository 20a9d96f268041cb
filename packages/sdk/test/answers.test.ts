import { describe, expect, test } from "vitest";
import { call } from "../src/call.ts";
import { SurveyPlatformError } from "../src/survey-platform-error.ts";
import { answering, envelope, rejection } from "./support/wire.ts";

const request = { appid: "my_team", accessToken: "sopt_token", path: "/api/surveys" };

async function refusedWith(answer: () => Response): Promise<SurveyPlatformError> {
  const { platform } = answering(answer);
  const error = await rejection(call({ ...platform, readAttempts: 1 }, request));
  if (error instanceof SurveyPlatformError) return error;
  throw error;
}

describe("an answer of the platform", () => {
  test("is handed over without its envelope", async () => {
    const { platform } = answering(() => envelope({ data: { total: 0, list: [], more: 1 } }));
    expect(await call(platform, request)).toEqual({ total: 0, list: [], more: 1 });
  });

  test.each([200, 403, 400, 500])("is a refusal by its envelope, also with HTTP %i", async (status) => {
    const error = await refusedWith(() =>
      envelope({ code: "PermissionDenied", type: "claim_error" }, { status }),
    );
    expect(error).toMatchObject({
      name: "SurveyPlatformError",
      type: "claim_error",
      code: "PermissionDenied",
      requestId: "0f1e2d3c-0000-4000-8000-000000000000",
      status,
      retryAfterSeconds: undefined,
    });
    expect(error.message).toContain("claim_error: the token may not speak");
    expect(error.message).toContain("0f1e2d3c-0000-4000-8000-000000000000");
  });

  test("has the HTTP status that was asked for", async () => {
    const { platform, asked } = answering(() => envelope({ data: {} }));
    await call({ ...platform, errorStatus: "semantic" }, request);
    await call(platform, request);
    const statuses = asked.map(({ init }) => new Headers(init.headers).get("x-error-status"));
    expect(statuses).toEqual(["semantic", null]);
  });

  test("may be a refusal of a type that this version does not know", async () => {
    const error = await refusedWith(() => envelope({ code: "QuotaGone", type: "quota_gone" }));
    expect(error).toMatchObject({ type: "quota_gone", code: "QuotaGone" });
  });

  test("is a refusal by its type alone, and by its code alone", async () => {
    expect((await refusedWith(() => envelope({ type: "not_found" }))).type).toBe("not_found");
    expect((await refusedWith(() => envelope({ code: "NotFound" }))).type).toBe("unknown_error");
  });

  test("names the parameter that was refused", async () => {
    const error = await refusedWith(() =>
      envelope(
        { code: "InvalidArgument", type: "invalid_argument" },
        { headers: { "X-Error-Parameter": "page" } },
      ),
    );
    expect(error.parameter).toBe("page");
  });

  test("says in words why it is a refusal, and lists what is wrong", async () => {
    const detail = "Line 3 needs its options.";
    const problems = [
      { parameter: "text", line: 3, message: detail },
      { parameter: "scene", message: "The parameter scene must be one of 1, 3." },
    ];
    const error = { type: "invalid_argument", message: detail, problems };
    const refused = await refusedWith(() =>
      Response.json({ code: "InvalidArgument", error, data: {}, request_id: "r-1" }),
    );
    expect(refused).toMatchObject({ detail, problems });
    expect(refused.message).toBe(`invalid_argument: ${detail} (request r-1)`);
    expect(JSON.parse(JSON.stringify(refused))).toMatchObject({ problems });
  });

  test.each([
    ["a message that is no text", { message: 7 }],
    ["a message of several lines", { message: "one\ntwo" }],
    ["a message without an end", { message: "x".repeat(2000) }],
    ["problems that are none", { problems: { parameter: "page", message: "m" } }],
    ["problems without words", { problems: [null, 7, {}, { parameter: "page" }, { message: "m" }] }],
  ])("has the words of this package in place of %s", async (_, wrong) => {
    const refused = await refusedWith(() =>
      Response.json({ code: "NotFound", error: { type: "not_found", ...wrong }, data: {}, request_id: "r" }),
    );
    expect(refused).toMatchObject({ detail: undefined, problems: [] });
    expect(refused.message).toBe("not_found: there is no such thing within reach (request r)");
  });

  test.each([
    ["7", 7],
    ["0", 0],
    ["Sat, 21 Nov 2026 08:00:30 GMT", 30],
    ["Sat, 21 Nov 2026 07:00:00 GMT", 0],
    ["soon", undefined],
  ])("says with Retry-After %j how long to wait", async (header, seconds) => {
    const limited = { code: "ResourceExhausted", type: "request_rate_limited" };
    const { platform } = answering(() => envelope(limited, { headers: { "Retry-After": header } }));
    const wallClock = { wallClock: () => Date.UTC(2026, 10, 21, 8) };
    await expect(call({ ...platform, ...wallClock }, request)).rejects.toMatchObject({
      type: "request_rate_limited",
      retryAfterSeconds: seconds,
    });
  });

  test.each([
    ["a page", () => new Response("<h1>Hello</h1>")],
    ["nothing", () => new Response("")],
    ["half of an envelope", () => new Response('{"code":"OK","data":{"access')],
    ["other JSON", () => Response.json({ hello: 1 })],
    ["a list", () => Response.json([])],
    ["null", () => Response.json(null)],
    ["an envelope that says OK with HTTP 500", () => envelope({}, { status: 500 })],
    [
      "a redirect",
      () => new Response(null, { status: 302, headers: { Location: "https://elsewhere.example/" } }),
    ],
  ])(
    "that is %s in place of an envelope is reported as unexpected, with its HTTP status",
    async (_, answer) => {
      const error = await refusedWith(answer);
      expect(error).toMatchObject({ type: "unexpected_response", status: answer().status });
    },
  );

  test("is never fetched from where a redirect points", async () => {
    const { platform, asked } = answering(() => envelope({}));
    await call(platform, request);
    expect(asked[0]?.init).toMatchObject({ redirect: "manual", cache: "no-store" });
  });
});
