import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { endpointsOf } from "../../src/api/endpoints.ts";
import { PlatformError } from "../../src/errors.ts";
import { checkParameters, readParameters, type ParametersSchema } from "../../src/http/parameters.ts";
import { grants, grantTypes } from "../../src/grants/token/grants.ts";
import { startTestPlatform } from "../support/test-platform.ts";

/** Every schema by which the calls of the API check their parameters, by name. */
async function allSchemas(): Promise<readonly (readonly [string, ParametersSchema])[]> {
  const { store } = await startTestPlatform();
  const calls = endpointsOf(store, { timeZone: "UTC" });
  return [
    ...calls.map(({ operationId, parameters }) => [operationId, parameters] as const),
    ...grantTypes.map((type) => [type, grants[type].parameters] as const),
  ];
}

type Values = Readonly<Record<string, string>>;
type Outcome =
  | { readonly data: unknown }
  | { readonly parameter: string | undefined; readonly says: readonly string[] };

function outcomeOf(read: () => unknown): Outcome {
  try {
    return { data: read() };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { parameter, message, problems = [{ message }] } = error;
    return { parameter, says: problems.map((problem) => problem.message) };
  }
}

/** What the schema itself says. */
function outcomeBySchema(schema: ParametersSchema, values: Values): Outcome {
  const { success, data, error } = schema.safeParse(values);
  if (success) return { data };
  const says = error.issues.map(({ path: [name, item], message }) => {
    const place = item === undefined ? "" : `[${String(item)}]`;
    return `The parameter ${String(name)}${place} ${message}.`;
  });
  return { parameter: String(error.issues[0]?.path[0]), says };
}

const numbers = "0 1 -1 +1 01 1.0 1e3 0x10 20 100 101 1000000000 1000000001 9007199254740991 9007199254740992"
  .concat(" 9999999999999999 99999999999999999 NaN Infinity ٣")
  .split(" ");

const texts = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "a",
    "\0",
    "a\0b",
    "null",
    "undefined",
    "demo_app",
    "authorization_code",
    ...numbers,
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc
    .tuple(fc.constantFrom("x", "é", "😀", "\0"), fc.constantFrom(31, 32, 63, 64, 65, 127, 128, 129, 200))
    .map(([letter, count]) => letter.repeat(count)),
  fc.integer().map(String),
);

/** Values of some of a schema's parameters, and of others. */
function valuesOf(schema: ParametersSchema): fc.Arbitrary<Values> {
  const names = [...Object.keys(schema.shape), "other", "__proto__", "constructor"];
  return fc
    .array(fc.tuple(fc.constantFrom(...names), texts), { maxLength: names.length + 2 })
    .map((pairs) => Object.fromEntries(pairs));
}

/** Good values of all parameters but for one that may be anything, so that each check is reached. */
function nearlyGood(schema: ParametersSchema): fc.Arbitrary<Values> {
  const names = Object.keys(schema.shape);
  const good = Object.fromEntries(
    names.map((name) => [name, /page|user_id|last_/.test(name) ? "7" : "good"]),
  );
  if (names.length === 0) return fc.constant({});
  return fc.tuple(fc.constantFrom(...names), texts).map(([name, text]) => ({ ...good, [name]: text }));
}

/** Spellings of a text in a query that mean the same. */
function spellingsOf(text: string): fc.Arbitrary<string> {
  const letters = Array.from(text).map((letter) => {
    const encoded = encodeURIComponent(letter);
    const everyByte = [...new TextEncoder().encode(letter)]
      .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
      .join("");
    return fc.constantFrom(encoded, everyByte, everyByte.toUpperCase(), letter === " " ? "+" : encoded);
  });
  return letters.length === 0 ? fc.constant("") : fc.tuple(...letters).map((all) => all.join(""));
}

function queriesOf(values: Values): fc.Arbitrary<string> {
  const pairs = Object.entries(values).map(([name, value]) =>
    fc.tuple(spellingsOf(name), spellingsOf(value)).map((two) => two.join("=")),
  );
  const empty = fc.constantFrom("", "=", "&", "=x", "other", "%", "%zz=1", "a[b]=c");
  return fc
    .tuple(...pairs, empty)
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
    .map((all) => all.join("&"));
}

describe("the generated checks of parameters", () => {
  test("are generated for every call and grant", async () => {
    for (const [name, schema] of await allSchemas())
      expect(() => z.compile(schema, { strict: true }), name).not.toThrow();
  });

  test("find what the schemas of all calls and grants find, in the same order and the same words", async () => {
    for (const [name, schema] of await allSchemas()) {
      fc.assert(
        fc.property(fc.oneof(valuesOf(schema), nearlyGood(schema)), (values) => {
          const found = outcomeOf(() => checkParameters(schema, values));
          expect(found, name).toEqual(outcomeBySchema(schema, values));
        }),
        { numRuns: 150 },
      );
    }
  });

  test("read the same values however they are spelt in a query", async () => {
    for (const [name, schema] of await allSchemas()) {
      const storable = fc.oneof(valuesOf(schema), nearlyGood(schema)).filter(isWellFormed);
      const spelt = storable.chain((values) => fc.tuple(fc.constant(values), queriesOf(values)));
      fc.assert(
        fc.property(spelt, ([values, query]) => {
          const found = outcomeOf(() => readParameters(schema, query));
          expect(found, `${name} ${query}`).toEqual(outcomeBySchema(schema, values));
        }),
        { numRuns: 60 },
      );
    }
  });

  it.each([
    ["a=1&appid=x&appid=y", "appid", "is given more than once"],
    ["appid=x&%61ppid=x", "appid", "is given more than once"],
    ["openid=x&open_id=x", "openid", "is given more than once"],
    ["appid=%", "appid", "is not valid percent-encoded UTF-8"],
    ["appid=%ff", "appid", "is not valid percent-encoded UTF-8"],
    ["appid=%ed%a0%80", "appid", "is not valid percent-encoded UTF-8"],
    ["access_token=%c0%af&appid=x&appid=y", "access_token", "is not valid percent-encoded UTF-8"],
    ["openid=x&access_token=y", "appid", "is missing"],
    ["appid&openid=x&access_token=y", "appid", "is empty"],
    ["appid=x&access_token=y&openid=%00", "openid", "has a NUL character"],
  ])("refuse the first thing that is wrong with %s", async (query, parameter, says) => {
    const [, schema] = (await allSchemas()).find(([name]) => name === "getUser") ?? [];
    if (schema === undefined) throw new Error("there is no such call");
    expect(outcomeOf(() => readParameters(schema, query))).toEqual({
      parameter,
      says: [`The parameter ${parameter} ${says}.`],
    });
  });
});

/** A lone surrogate has no spelling in a query. */
function isWellFormed(values: Values): boolean {
  return Object.entries(values)
    .flat()
    .every((text) => text.isWellFormed());
}
