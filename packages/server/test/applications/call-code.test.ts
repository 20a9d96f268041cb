import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { endpointsOf } from "../../src/api/endpoints.ts";
import { curlOf, sdkCodeOf } from "../../src/applications/call-code.ts";
import { firstBody } from "../../src/applications/explorer-call.ts";
import { describeApi } from "../../src/api/reference/describe-api.ts";
import type { Store } from "../../src/store/store.ts";
import { consoleTextsFor } from "../../src/applications/texts/console-texts.ts";

// Describing endpoints asks no database.
const { calls } = describeApi(endpointsOf({} as Store, { timeZone: "Asia/Shanghai" }));
const values = {
  appid: "demo_app",
  secret: "s",
  code: "c",
  grant_type: "authorization_code",
  refresh_token: "r",
  access_token: "t",
  openid: 'o"1',
  page: "2",
  survey_id: "7",
  answer_id: "3",
};
const baseUrl = "https://api.example";

const bodyField = {
  name: "text",
  place: "body",
  required: true,
  description: "",
  schema: { type: "string" },
} as const;

function callOf(operationId: string) {
  const call = calls.find((one) => one.operationId === operationId);
  if (call === undefined) throw new Error(`no call ${operationId}`);
  return { call, values, baseUrl };
}

test("a data call as code has the token as a variable and everything else as it was entered", () => {
  const listed = callOf("listSurveys");
  expect(curlOf(listed)).toBe(
    `curl -sS -w '\\n' "https://api.example/api/surveys?appid=demo_app&access_token=$ACCESS_TOKEN&openid=o%221&page=2"`,
  );
  expect(sdkCodeOf(listed)).toContain(`query: { openid: "o\\"1", page: "2" },`);
  expect(sdkCodeOf(callOf("getAnswer"))).toContain(`path: "/api/surveys/7/answers/3",`);
});

test("a call that changes something as code has its method and its body, in quotes that no text ends", () => {
  const text = "It's $(id) `x`\n!!";
  const written = {
    call: { ...callOf("listSurveys").call, method: "POST", parameters: [], body: [bodyField] },
    values,
    baseUrl,
    body: JSON.stringify({ text }, null, 2),
  } as const;
  const curl = curlOf(written);
  expect(curl).toMatch(/^curl -sS -w '\\n' -X POST -H 'Content-Type: application\/json' -d '[^']*' "[^"]*"$/);
  expect(JSON.parse(/-d '([^']*)'/.exec(curl)?.[1] ?? "")).toEqual({ text });
  expect(curlOf({ ...written, body: "no 'JSON' '; id" })).toMatch(/ -d '[^']*' "[^"]*"$/);
  expect(sdkCodeOf(written)).toContain(`  method: "POST",\n  body: ${JSON.stringify({ text })},`);
  expect(parseSync("code.ts", sdkCodeOf(written)).errors).toEqual([]);
  expect(sdkCodeOf({ ...written, body: "}); process.exit(" })).not.toContain("process.exit");
});

test("a body begins with what has to be sent, each field with a value of its type", () => {
  const fields = [
    bodyField,
    { ...bodyField, name: "scene", required: false, schema: { type: "integer" } },
    { ...bodyField, name: "roles", schema: { type: "array" } },
  ];
  const call = { ...callOf("listSurveys").call, method: "POST", body: fields } as const;
  expect(JSON.parse(firstBody(call))).toEqual({ text: "", roles: [] });
});

test.each(calls.map(({ operationId }) => operationId))(
  "the SDK code of %s uses what the SDK exports",
  (id) => {
    const code = sdkCodeOf(callOf(id));
    expect(parseSync("code.ts", code).errors).toEqual([]);
    const [, name = ""] = /^import \{ (\w+) \}/.exec(code) ?? [];
    const exported = readFileSync(new URL("../../../sdk/src/index.ts", import.meta.url), "utf8");
    expect(exported).toMatch(new RegExp(`export \\{[^}]*\\b${name}\\b`));
  },
);

test("a team token is requested by its own function", () => {
  const requested = callOf("requestAccessToken");
  expect(sdkCodeOf(requested)).toContain("exchangeCode(platform, {");
  const ofTeam = { ...requested, values: { ...values, grant_type: "client_credential", code: "" } };
  expect(sdkCodeOf(ofTeam)).toContain("requestTeamToken(platform, {");
});

test("every parameter has a hint in both languages", () => {
  const names = new Set(calls.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  names.delete("appid");
  for (const language of ["en", "zh-CN"] as const)
    expect(new Set(Object.keys(consoleTextsFor(language).explorer.parameters))).toEqual(names);
});
