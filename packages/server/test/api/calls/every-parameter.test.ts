import { describe, expect, test } from "vitest";
import { endpointsOf } from "../../../src/api/endpoints.ts";
import {
  describeApi,
  type DescribedCall,
  type DescribedParameter,
} from "../../../src/api/reference/describe-api.ts";
import type { JsonSchema } from "../../../src/api/reference/json-schema.ts";
import type { Store } from "../../../src/store/store.ts";
import { outcomeOf, sendCall, startWriting, type WritingStage } from "../../support/api-calls.ts";
import { callRows, type PreparedCall } from "../../support/call-rows.ts";
import { parameterRows, type ParameterRow } from "../../support/parameter-rows.ts";

/*
 * No parameter is ignored: each one that the documentation of a call names changes what the call returns or makes, or refuses
 * it, and a malformed value refuses it. A client that narrows a list by a parameter that is ignored takes the first of all.
 */

// Describing endpoints asks no database.
const { calls } = describeApi(endpointsOf({} as Store, { timeZone: "Asia/Shanghai" }));
const nameOf = ({ method, path }: DescribedCall) => `${method} ${path}`;
const proof = new Set(["appid", "access_token"]);
const own = ({ parameters, body }: DescribedCall) =>
  [...parameters, ...body].filter(({ name, place }) => place !== "path" && !proof.has(name));

async function prepared(
  stage: WritingStage,
  call: DescribedCall,
  prepare = callRows[nameOf(call)]?.prepare,
): Promise<PreparedCall> {
  if (prepare === undefined) throw new Error(`${nameOf(call)} has no row in the table of calls`);
  return { method: call.method, ...(await prepare(stage)) };
}

const send = async ({ platform }: WritingStage, { path, ...call }: PreparedCall) =>
  outcomeOf(await sendCall(platform, path, call));

/** The same call with another value for one parameter. */
function withValue(good: PreparedCall, { name, place }: DescribedParameter, value: unknown): PreparedCall {
  if (place === "body") return { ...good, body: { ...Object(good.body), [name]: value } };
  const query = { ...good.query, [name]: typeof value === "number" ? value : String(value) };
  return { ...good, query, ...(proof.has(name) && { token: { ...good.token, [name]: String(value) } }) };
}

/** Why a parameter of a call is not honoured; undefined when it is. */
async function problemOf(
  stage: WritingStage,
  call: DescribedCall,
  parameter: DescribedParameter,
): Promise<string | undefined> {
  const row: ParameterRow | undefined = parameterRows[nameOf(call)]?.[parameter.name];
  if (row === undefined) return "has no row";
  if ("reason" in row) return undefined;
  if ("refused" in row) {
    const good = await prepared(stage, call, row.good);
    const outcome = await send(stage, withValue(good, parameter, row.refused));
    return typeof outcome === "string" ? undefined : "takes any value";
  }
  return "narrows" in row
    ? narrowingProblem(stage, { call, parameter, row })
    : writingProblem(stage, { call, parameter, row });
}

interface Case<Row> {
  readonly call: DescribedCall;
  readonly parameter: DescribedParameter;
  readonly row: Row;
}

async function narrowingProblem(
  stage: WritingStage,
  { call, parameter, row }: Case<Extract<ParameterRow, { narrows: unknown }>>,
): Promise<string | undefined> {
  const good = await prepared(stage, call);
  await row.arrange?.(stage, good);
  // The one with the parameter comes first: a call that writes leaves nothing for the second.
  const narrowed = await send(stage, withValue(good, parameter, row.narrows));
  const whole = await send(stage, good);
  if (typeof whole === "string" || typeof narrowed === "string")
    return `is refused: ${String(whole)}, ${String(narrowed)}`;
  return JSON.stringify(whole) === JSON.stringify(narrowed) ? "changes nothing" : undefined;
}

async function writingProblem(
  stage: WritingStage,
  { call, parameter, row }: Case<Extract<ParameterRow, { writes: unknown }>>,
): Promise<string | undefined> {
  const seen: unknown[] = [];
  for (const value of row.writes) {
    const sent = withValue(await prepared(stage, call), parameter, value);
    const data = await send(stage, sent);
    if (typeof data === "string") return `is refused: ${data}`;
    seen.push(await row.seen(stage, sent, data));
  }
  const [one, other] = seen.map((value) => JSON.stringify(value));
  return one === undefined || one === other ? `changes nothing: ${one}` : undefined;
}

/** A value that no parameter of the type takes. */
function malformed({ place, schema }: DescribedParameter): unknown {
  if (place === "body") return schema.type === "object" ? 5 : { no: "value" };
  if (schema.type === "array") return malformedText(schema.items ?? {});
  return malformedText(schema);
}

function malformedText({ type, enum: values, maxLength }: JsonSchema): string {
  if (type === "integer" || values !== undefined) return "1x";
  return maxLength === undefined ? "" : "x".repeat(maxLength + 1);
}

/** Errors that say of one parameter what `invalid_argument` says of all others. */
const ownErrors = /^(invalid_argument|invalid_argument_url|unsupported_grant_type|update_user_error)\b/;

async function problemOfMalformed(
  stage: WritingStage,
  good: PreparedCall,
  parameter: DescribedParameter,
): Promise<string | undefined> {
  const outcome = await send(stage, withValue(good, parameter, malformed(parameter)));
  return typeof outcome === "string" && ownErrors.test(outcome)
    ? undefined
    : `takes a malformed value: ${JSON.stringify(outcome)}`;
}

async function problemsOf(stage: WritingStage, call: DescribedCall): Promise<readonly string[]> {
  const problems: string[] = [];
  const note = (name: string, problem: string | undefined) => {
    if (problem !== undefined) problems.push(`${nameOf(call)}: ${name} ${problem}`);
  };
  const good = await prepared(stage, call);
  const inQuery = call.parameters.filter(({ place }) => place === "query");
  for (const parameter of [...inQuery, ...call.body])
    note(parameter.name, await problemOfMalformed(stage, good, parameter));
  for (const parameter of own(call)) note(parameter.name, await problemOf(stage, call, parameter));
  return problems;
}

function sorted(list: readonly (readonly [string, readonly string[]])[]) {
  return Object.fromEntries(list.map(([call, names]) => [call, names.toSorted()]));
}

/** A busy machine takes long for hundreds of calls. */
const many = { timeout: 120_000 };

describe("each documented parameter", () => {
  test("has a row that says what it does, and no other has one", () => {
    const documented = calls.map((call) => [nameOf(call), own(call).map(({ name }) => name)] as const);
    const expected = documented.filter(([, names]) => names.length > 0);
    const rows = Object.entries(parameterRows).map(([call, row]) => [call, Object.keys(row)] as const);
    expect(sorted(rows)).toEqual(sorted(expected));
  });

  test.each([
    ["tokens", /^\/api\/oauth2\//],
    ["surveys and answers", /^\/api\/surveys(?!.*\/(webhooks|respondent))/],
    ["webhooks", /\/webhooks/],
    ["accounts, teams and lists of respondents", /\/(sso|orgs|respondent)/],
    ["contacts", /^\/api\/contacts\//],
  ])(
    "of the calls about %s changes the result or is refused, and always when it is malformed",
    many,
    async (_, paths) => {
      const stage = await startWriting({ webhookAllow: "127.0.0.0/8", tokenRequestBurst: "1000" });
      const problems: string[] = [];
      for (const call of calls.filter(({ path }) => paths.test(path)))
        problems.push(...(await problemsOf(stage, call)));
      expect(problems).toEqual([]);
    },
  );
});
