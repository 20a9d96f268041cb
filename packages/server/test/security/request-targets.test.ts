import { describe, expect, it } from "vitest";
import { obtainTeamToken } from "../support/flows.ts";
import { startListeningPlatform } from "../support/listening-platform.ts";
import { pathWithQuery, sendRaw } from "../support/raw-http.ts";
import { expectEnvelope, expectNothingInside, type WireReply } from "../support/safe-refusal.ts";

/** What the server makes of a target: a call that is served or refused, or a page for people. */
type Outcome = "OK" | "NoRoute" | "InvalidArgument" | "PermissionDenied" | "a page";

function outcomeOf(reply: WireReply): Outcome {
  expectNothingInside(reply);
  if (reply.headers.get("content-type")?.startsWith("application/json") !== true) return "a page";
  // The table lists all codes that can come.
  return expectEnvelope(reply).code as Outcome;
}

type Table = readonly (readonly [string, Outcome])[];

/** Targets in which `$` stands for the query of a call that succeeds, and the outcome of each. */
const targets: Table = [
  ["/api/surveys?$", "OK"],
  ["/api/surveys?&&=&%zz=1&a[b]=c&$", "OK"],
  ["/%61pi/surveys?$", "OK"],
  ["/api/%73urveys?$", "OK"],
  ["/x/../api/surveys?$", "OK"],
  ["/x/%2e%2e/api/./surveys?$", "OK"],
  ["http://other.example/api/surveys?$", "OK"],
  ["https://user:password@other.example/api/surveys?$", "OK"],
  ["/api/surveys?$#&page=0", "OK"],
  ["/api/surveys?$&page=\\", "InvalidArgument"],
  ["/api/surveys?$&page=%00", "InvalidArgument"],
  ["/api/surveys?$&page=%ff", "InvalidArgument"],
  ["/api/surveys??$", "InvalidArgument"],
  ["/api/surveys?x=?$", "InvalidArgument"],
  ["/api/surveys", "InvalidArgument"],
  ["/api/surveys#?$", "NoRoute"],
  ["/api/surveys/?$", "NoRoute"],
  ["/api/surveys;$", "NoRoute"],
  ["/api/surveys%3f$", "NoRoute"],
  ["/api/surveys%00?$", "NoRoute"],
  ["/api//surveys?$", "NoRoute"],
  ["/api/?$", "NoRoute"],
  ["/%61pi/unknown?$", "NoRoute"],
  ["/api/oauth2%2faccess_token?$", "NoRoute"],
  ["/api/surveys/1%2flegacy?$", "InvalidArgument"],
  ["/api/surveys/%2e%2e/surveys?$", "OK"],
  ["/api%2fsurveys?$", "a page"],
  ["//api/surveys?$", "a page"],
  ["/API/surveys?$", "a page"],
  ["http://api/oauth2/user?$", "a page"],
  ["/api\\surveys?$", "InvalidArgument"],
  ["HTTP://other.example/api/surveys?$", "InvalidArgument"],
  ["http://other.example:99999/api/surveys?$", "InvalidArgument"],
  ["http:///\\api/surveys?$", "InvalidArgument"],
];

/** Values of the `Host` header with such a call. */
const hosts: Table = [
  ["PLATFORM.example", "OK"],
  ["[::1]:8787", "OK"],
  ["0x7f.1", "OK"],
  ["platform.example:80", "OK"],
  ["platform.example:", "InvalidArgument"],
  ["platform.example:99999", "InvalidArgument"],
  ["0X7F.1", "InvalidArgument"],
  ["[1:2:3]", "InvalidArgument"],
  ["platform.example/api", "InvalidArgument"],
  ["platform.example?", "InvalidArgument"],
];

/** @returns what sends a request for a target, to a platform whose team has a token */
async function startSending() {
  const { url, ...platform } = await startListeningPlatform();
  const access_token = await obtainTeamToken(platform);
  const query = pathWithQuery("", { appid: "acme_team", access_token }).slice(1);
  return async (target: string, host = "platform.example"): Promise<WireReply> => {
    const bytes = `GET ${target.replace("$", query)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const { replies } = await sendRaw(url, bytes);
    const [reply] = replies;
    if (reply === undefined || replies.length > 1)
      throw new Error(`${replies.length} responses to ${target}`);
    return reply;
  };
}

/** The outcome of each row, in the form of the table. */
function outcomesOf(table: Table, send: (text: string) => Promise<WireReply>): Promise<Table> {
  return Promise.all(table.map(async ([text]) => [text, outcomeOf(await send(text))] as const));
}

describe("a call", () => {
  it("is found by its path in normal form, and by nothing else in its target", async () => {
    const send = await startSending();
    expect(await outcomesOf(targets, (target) => send(target))).toEqual(targets);
  });

  it("is served or refused for its host, and never changed by it", async () => {
    const send = await startSending();
    expect(await outcomesOf(hosts, (host) => send("/api/surveys?$", host))).toEqual(hosts);
  });

  it("is served with a query as long as a head may be", async () => {
    const send = await startSending();
    const filler = "x".repeat(15_000);
    expect(outcomeOf(await send(`/api/surveys?f=${filler}&$`))).toBe("OK");
    expect(outcomeOf(await send(`/api/surveys?$&page=${filler}`))).toBe("InvalidArgument");
  });

  it("without a token gets the same response for each spelling of its path", async () => {
    const send = await startSending();
    const paths = ["/api/surveys", "/%61pi/surveys", "/./api/surveys"];
    const replies = await Promise.all(paths.map((path) => send(`${path}?appid=a&access_token=b`)));
    expect(replies.map(outcomeOf)).toEqual(["PermissionDenied", "PermissionDenied", "PermissionDenied"]);
    expect(new Set(replies.map(({ headers }) => [...headers.keys()].join())).size).toBe(1);
  });
});
