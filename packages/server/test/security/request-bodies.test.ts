import { describe, expect, it, test } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { mostJsonValues } from "@survey-open-platform/service";
import { longestBody } from "../../src/http/receive-body.ts";
import { bodyOf, startSampleWrites } from "../support/sample-write.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const json = "application/json";
const form = "application/x-www-form-urlencoded";

async function start() {
  const platform = await startTestPlatform();
  const writes = await startSampleWrites(platform);
  const before = await writes.stored();
  return { platform, ...writes, before };
}

async function outcomeOf(response: Response) {
  const { code, error, data } = await bodyOf(response);
  return code === "OK" ? data : [error.type, response.headers.get("x-error-parameter")];
}

const padded = (length: number) => `{"title":"t"${" ".repeat(length - 13)}}`;
const nested = (levels: number) => `{"title":"t","other":${"[".repeat(levels)}${"]".repeat(levels)}}`;
const withValues = (count: number) => `{"title":"t","other":[${"0,".repeat(count - 4)}0]}`;
const refusedBodies: readonly (readonly [
  string,
  string | Uint8Array<ArrayBuffer>,
  string | undefined,
  string,
])[] = [
  ["text without a type", '{"title":"t"}', undefined, "Content-Type"],
  ["text", '{"title":"t"}', "text/plain", "Content-Type"],
  ["XML", "<title>t</title>", "application/xml", "Content-Type"],
  ["a multipart form", "--x", "multipart/form-data; boundary=x", "Content-Type"],
  ["JSON in another encoding", '{"title":"t"}', "application/json; charset=utf-16", "Content-Type"],
  ["JSON that ends early", '{"title":"t"', json, "body"],
  ["JSON with a comment", '{"title":"t"/**/}', json, "body"],
  ["JSON with NaN", '{"title":"t","count":NaN}', json, "body"],
  ["two JSON values", '{"title":"t"}{"title":"u"}', json, "body"],
  ["a JSON list", '["title"]', json, "body"],
  ["a JSON text", '"title"', json, "body"],
  ["JSON null", "null", json, "body"],
  ["a repeated name", '{"title":"t","title":"u"}', json, "body"],
  ["a repeated name with an escape", '{"title":"t","\\u0074itle":"u"}', json, "body"],
  ["a repeated unknown name", '{"title":"t","x":1,"x":2}', json, "body"],
  ["a name repeated deep inside", '{"title":"t","answer":{"pages":[{"id":"a","id":"b"}]}}', json, "body"],
  ["one name in two spellings", '{"title":"t","openid":"a","open_id":"b"}', json, "openid"],
  ["nesting of 33 levels", nested(32), json, "body"],
  ["nesting of half a million levels", nested(500_000), json, "body"],
  ["more values than a body may have", withValues(mostJsonValues + 1), json, "body"],
  ["commas alone", ",".repeat(1_000_000), json, "body"],
  ["a text that never ends", `{"title":"${"t,".repeat(100)}`, json, "body"],
  ["brackets that never close", "[".repeat(1_000_000), json, "body"],
  ["bytes that are no UTF-8", new Uint8Array([123, 34, 255, 34, 58, 49, 125]), json, "body"],
  ["half of a surrogate pair", '{"title":"\\ud800"}', json, "title"],
  ["a NUL character", '{"title":"a\\u0000b"}', json, "title"],
  ["a text for a number", '{"title":"t","count":"1e3"}', json, "count"],
  ["a number beyond its bounds", '{"title":"t","count":99999999999999999999}', json, "count"],
  ["a fraction", '{"title":"t","count":1.5}', json, "count"],
  ["a number for a truth value", '{"title":"t","is_active":2}', json, "is_active"],
  ["a number for a text", '{"title":5}', json, "title"],
  ["a list for a text", '{"title":["t"]}', json, "title"],
  ["too long a list", '{"title":"t","ids":[1,2,3,4]}', json, "ids"],
  ["an object for a list", '{"title":"t","ids":{"0":1}}', json, "ids"],
  ["a list for an object", '{"title":"t","answer":[]}', json, "answer"],
  ["no required field", "{}", json, "title"],
  ["JSON that ends early, as a form", '{"title":"t"', form, "body"],
  ["JSON with a repeated name, as a form", '{"title":"t","title":"u"}', form, "body"],
  ["a list with a comma too many", "title=t&ids=1,,2", form, "ids"],
  ["a repeated field of a form", "title=t&title=u", form, "title"],
  ["a repeated field in other letters", "title=t&%74itle=u", form, "title"],
  ["a form that is not encoded", "title=%zz", form, "title"],
  ["a form with a byte that is no UTF-8", "title=%ff", form, "title"],
  ["a place in a list twice", "title=t&ids[0]=1&ids[0]=2", form, "ids"],
  ["JSON text with a repeated name in a form", 'title=t&answer={"pages":[],"pages":[]}', form, "answer"],
  ["too many fields of a form", "title=t" + "&a=1".repeat(10_000), form, "body"],
  ["too long a text", `title=${"a".repeat(101)}`, form, "title"],
];

describe.skipIf(isOnPostgres())("a body", () => {
  test.each(refusedBodies)(
    "is refused and changes nothing when it is %s",
    async (_, text, type, parameter) => {
      const { sendBody, stored, before } = await start();
      expect(await outcomeOf(await sendBody(text, type))).toEqual(["invalid_argument", parameter]);
      expect(await stored()).toEqual(before);
    },
  );

  it("may be as long as the limit and no longer", async () => {
    const { sendBody, stored, before } = await start();
    expect(await outcomeOf(await sendBody(padded(longestBody + 1), json))).toEqual([
      "invalid_argument",
      "body",
    ]);
    expect(await stored()).toEqual(before);
    expect(await outcomeOf(await sendBody(padded(longestBody), json))).toMatchObject({ title: "t" });
  });

  it("may have as many values as the limit and no more", async () => {
    const { sendBody, stored, before } = await start();
    const refused = await bodyOf(await sendBody(withValues(mostJsonValues + 1), json));
    expect(refused.error.message).toBe("The body has more than 25000 values.");
    expect(await stored()).toEqual(before);
    expect(await outcomeOf(await sendBody(withValues(mostJsonValues), json))).toMatchObject({ title: "t" });
  });

  it("is not read compressed", async () => {
    const { send, path } = await start();
    const headers = { "Content-Type": json, "Content-Encoding": "gzip" };
    const response = await send(path, { headers, body: '{"title":"t"}' });
    expect(await outcomeOf(response)).toEqual(["invalid_argument", "Content-Encoding"]);
  });

  it("has no say in who calls: appid and token are in the query", async () => {
    const { sendBody, send, surveyId, token } = await start();
    const text = JSON.stringify({ title: "t", appid: "birch_team", access_token: "x" });
    expect(await outcomeOf(await sendBody(text, json))).toMatchObject({ title: "t" });
    const headers = { "Content-Type": json };
    const inBody = await send(`/api/samples/${surveyId}`, {
      headers,
      body: JSON.stringify({ title: "t", ...token }),
    });
    expect(await outcomeOf(inBody)).toEqual(["invalid_argument", "appid"]);
  });

  it.each([
    ["__proto__", '{"title":"t","__proto__":{"count":1,"polluted":1}}', json],
    ["constructor", '{"title":"t","constructor":{"prototype":{"polluted":1}}}', json],
    ["toString", '{"title":"t","toString":1,"hasOwnProperty":2}', json],
    ["names in a form", "title=t&__proto__=1&__proto__[polluted]=1&constructor[0]=1&toString=2", form],
  ])("with %s has unknown fields and no other effect", async (_, text, type) => {
    const { sendBody } = await start();
    expect(await outcomeOf(await sendBody(text, type))).toEqual({ title: "t", writes: 1 });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("the fields of a body", () => {
  const all = {
    title: "t ü",
    count: -5,
    is_active: true,
    ids: [0, 2],
    openid: "o",
    answer: { pages: [{ id: "p" }] },
  };
  const pages = encodeURIComponent('{"pages":[{"id":"p"}]}');
  it.each([
    ["JSON", JSON.stringify(all), json],
    ["JSON with another spelling of its type", JSON.stringify(all), "Application/JSON; charset=UTF-8"],
    ["JSON with a byte order mark", `\uFEFF${JSON.stringify(all)}`, json],
    [
      "JSON with texts",
      JSON.stringify({
        ...all,
        count: "-5",
        is_active: "1",
        ids: ["0", "2"],
        answer: '{"pages":[{"id":"p"}]}',
      }),
      json,
    ],
    ["JSON with open_id", JSON.stringify({ ...all, openid: undefined, open_id: "o" }), json],
    ["a form", `title=t+%C3%BC&count=-5&is_active=true&ids[]=0&ids[]=2&open_id=o&answer=${pages}`, form],
    [
      "a form with encoded brackets",
      `title=t+%C3%BC&count=-5&is_active=1&ids%5B%5D=0&ids%5B%5D=2&openid=o&answer=${pages}`,
      form,
    ],
    [
      "a form with numbered lists",
      `title=t+%C3%BC&count=-5&is_active=1&ids[1]=2&ids[0]=0&openid=o&answer=${pages}`,
      form,
    ],
    [
      "a form with repeated lists",
      `title=t+%C3%BC&count=-5&is_active=1&ids=0&ids=2&openid=o&answer=${pages}`,
      form,
    ],
    [
      "a form with lists as text",
      `title=t+%C3%BC&count=-5&is_active=1&ids=[0,2]&openid=o&answer=${pages}`,
      form,
    ],
    [
      "a form with commas in lists",
      `title=t+%C3%BC&count=-5&is_active=1&ids=0%2C2&openid=o&answer=${pages}`,
      form,
    ],
    ["JSON with the type that some libraries give every body", JSON.stringify(all), form],
  ])("are the same in %s", async (_, text, type) => {
    const { sendBody } = await start();
    expect(await outcomeOf(await sendBody(text, type))).toEqual({ ...all, writes: 1 });
  });

  it("are none in a body that is empty, whatever its type", async () => {
    const { sendBody, send, path } = await start();
    for (const type of [undefined, json, form, "text/plain"])
      expect(await outcomeOf(await sendBody("", type))).toEqual(["invalid_argument", "title"]);
    // Some languages write an empty object as an empty list.
    expect(await outcomeOf(await sendBody(" []\n", json))).toEqual(["invalid_argument", "title"]);
    expect(await outcomeOf(await send(path))).toEqual(["invalid_argument", "title"]);
  });
});
