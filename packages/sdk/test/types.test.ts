import { describe, expectTypeOf, test } from "vitest";
import {
  createClient,
  type exchangeCode,
  fromHub,
  fromHubProxy,
  fromToken,
  readCallback,
  type SurveyPlatformError,
  type AnswerListItem,
  type CallbackResult,
  type Client,
  type ErrorType,
  type Fetch,
  type KnownErrorType,
  type LegacySurvey,
  type Platform,
  type PlatformErrorType,
  type Survey,
  type SurveyListItem,
  type SurveyState,
  type TokenSource,
  type UserTokenStore,
} from "../src/index.ts";
import type { createMockPlatform } from "../src/testing/mock-platform.ts";

// Checked by the compiler, which the build runs over the tests too.

type Surveys = Client["surveys"];

function codeOf(answer: CallbackResult) {
  // @ts-expect-error there is a code only after a look at kind
  void answer.code;
  return answer.kind === "code" ? answer.code : undefined;
}

function read(client: Client) {
  return client.call<{ a: number }>("/api/surveys");
}

function change(survey: Survey) {
  // @ts-expect-error data is read-only
  survey.title = "Other";
}

describe("the types", () => {
  test("know every error type of the platform, and leave room for new ones", () => {
    expectTypeOf<"invalid_token">().toExtend<PlatformErrorType>();
    expectTypeOf<PlatformErrorType>().toExtend<KnownErrorType>();
    expectTypeOf<"consent_required">().toExtend<KnownErrorType>();
    expectTypeOf<"something_new">().not.toExtend<KnownErrorType>();
    expectTypeOf<"something_new">().toExtend<ErrorType>();
    expectTypeOf<SurveyPlatformError["type"]>().toEqualTypeOf<ErrorType>();
    expectTypeOf<SurveyPlatformError["retryAfterSeconds"]>().toEqualTypeOf<number | undefined>();
  });

  test("tell a code from a refusal", () => {
    expectTypeOf(readCallback).returns.toEqualTypeOf<CallbackResult>();
    expectTypeOf(codeOf).returns.toEqualTypeOf<string | undefined>();
  });

  test("keep the names of the wire in survey data", () => {
    expectTypeOf<Surveys["get"]>().returns.resolves.toEqualTypeOf<Survey>();
    expectTypeOf<Surveys["legacy"]>().returns.resolves.toEqualTypeOf<LegacySurvey>();
    expectTypeOf<LegacySurvey["startTime"]>().toEqualTypeOf<number>();
    expectTypeOf<Survey>().not.toHaveProperty("startTime");
    expectTypeOf<Survey["created_at"]>().toEqualTypeOf<string>();
    expectTypeOf<0 | 2 | 3 | 9>().toExtend<SurveyState>();
    // @ts-expect-error a state is a number
    const state: SurveyState = "draft";
    void state;
  });

  test("let lists be walked through with for await", () => {
    expectTypeOf<ReturnType<Surveys["all"]>>().toExtend<AsyncIterable<SurveyListItem>>();
    expectTypeOf<ReturnType<Surveys["answers"]>>().toExtend<AsyncIterable<AnswerListItem>>();
    expectTypeOf<Surveys["get"]>().parameter(0).toEqualTypeOf<number | string>();
  });

  test("hand over the payload of a call as what the caller knows it to be", () => {
    expectTypeOf(read).returns.resolves.toEqualTypeOf<{ a: number }>();
  });

  test("let what an exchange answers go into a store as it is", () => {
    type Grant = Awaited<ReturnType<typeof exchangeCode>>;
    expectTypeOf<UserTokenStore["put"]>().parameters.toEqualTypeOf<
      [openid: string, value: Grant["tokens"]]
    >();
  });

  test("take settings that may be missing, as they come out of an environment", () => {
    const missing: string | undefined = process.env["NOT_SET"];
    expectTypeOf({ baseUrl: "https://platform.example", authUrl: missing }).toExtend<Platform>();
    // @ts-expect-error an address is needed
    const nowhere: Platform = {};
    void nowhere;
  });

  test("take the runtime's fetch, the mock's, and sources of one's own", () => {
    expectTypeOf<typeof fetch>().toExtend<Fetch>();
    expectTypeOf<ReturnType<typeof createMockPlatform>["fetch"]>().toExtend<Fetch>();
    const token = { appid: "my_app", accessToken: "token" };
    expectTypeOf(fromToken).returns.toEqualTypeOf<TokenSource>();
    const own = { get: async () => token, invalidate: async () => token };
    expectTypeOf(own).toExtend<TokenSource>();
    expectTypeOf(createClient).toBeCallableWith({ platform: { baseUrl: "" }, source: own });
  });

  test("require the platform address of a client with a token source, and not of one with a hub proxy", () => {
    const caller = { appid: "my_app", callerId: "hubc_1", callerSecret: "secret" };
    const hub = { hubUrl: ["https://hub-1.example", "https://hub-2.example"] };
    expectTypeOf(createClient).toBeCallableWith({ source: fromHubProxy(hub, caller) });
    const source = fromHub(hub, caller);
    // @ts-expect-error these calls go to the platform
    expectTypeOf(createClient).toBeCallableWith({ source });
  });

  test("allow no writing to what was handed out", () => {
    expectTypeOf(change).returns.toBeVoid();
  });
});
