import { describe, expect, test } from "vitest";
import { endpointsOf } from "../../src/api/endpoints.ts";
import { methodOf } from "../../src/http/endpoint.ts";
import type { Store } from "../../src/store/store.ts";
import { outcomeOf, sendCall, startWriting, type Token, type WritingStage } from "../support/api-calls.ts";
import { callRows, type PreparedCall } from "../support/call-rows.ts";
import { databaseContents } from "../support/database-contents.ts";

/*
 * Every documented call that names something by an id, for what a team has and for what a user has, with the tokens of
 * another team and of another user. A new call is in it by its row in `callRows`.
 */

type Owner = "acme" | "ada";

/** Makes the things of a call with another token than that of team Acme. */
function stageOf({ platform, tokens, post, get }: WritingStage, token: Token): WritingStage {
  return {
    platform,
    tokens: { ...tokens, acme: token },
    post: (path, body) => post(path, body, token),
    get: (path) => get(path, token),
  };
}

// Describing endpoints asks no database.
const calls = endpointsOf({} as Store, { timeZone: "Asia/Shanghai" })
  .filter(({ path }) => path.includes("{") || /^\/api\/(orgs|sso\/code)$/.test(path))
  .map((endpoint) => ({ name: `${methodOf(endpoint)} ${endpoint.path}`, method: methodOf(endpoint) }));

/** Users have no part in accounts, teams and contacts. */
const isOfTeams = (name: string) => /\/(sso|orgs|contacts|respondent)/.test(name);

const none = 999_999_999;
const ids = new Set(["user_id", "group_ids", "respondent_ids"]);

/** The same call, about ids and openids that no one has. */
function aboutNothing(call: PreparedCall): PreparedCall {
  const path = call.path.replace(/\/\d+/g, `/${none}`).replace(/(\/sso\/users\/).+$/, "$1unknown");
  const fields = Object.entries(call.body ?? {}).map(([name, value]: [string, unknown]) => [
    name,
    ids.has(name) ? (Array.isArray(value) ? [none] : none) : value,
  ]);
  return { ...call, path, ...(call.body !== undefined && { body: Object.fromEntries(fields) }) };
}

async function refusalOf({ platform }: WritingStage, { path, ...call }: PreparedCall): Promise<string> {
  const outcome = await outcomeOf(await sendCall(platform, path, call));
  return typeof outcome === "string" ? outcome : "served";
}

describe.each([
  ["a team", "acme", calls],
  ["a user", "ada", calls.filter(({ name }) => !isOfTeams(name))],
] as const)("what %s has", (_, owner: Owner, some) => {
  test.each([
    ["another team", "birch"],
    ["another user", "bob"],
  ] as const)(
    "is the same as nothing for %s, in every call, and none changes anything",
    async (__, outsider) => {
      const stage = await startWriting({ webhookAllow: "127.0.0.0/8" });
      const owned = stageOf(stage, stage.tokens[owner]);
      const prepared = [];
      for (const { name, method } of some) {
        const good = await callRows[name]?.prepare(owned);
        if (good === undefined) throw new Error(`${name} has no row`);
        prepared.push({ name, call: { ...good, method, token: stage.tokens[outsider] } });
      }
      const before = await databaseContents(stage.platform);
      const refusals: Record<string, readonly string[]> = {};
      for (const { name, call } of prepared)
        refusals[name] = [await refusalOf(stage, call), await refusalOf(stage, aboutNothing(call))];
      expect(await databaseContents(stage.platform)).toEqual(before);
      for (const [name, [ofOwner, ofNothing]] of Object.entries(refusals)) {
        expect([name, ofOwner]).toEqual([name, ofNothing]);
        expect([name, ofOwner]).toEqual([
          name,
          expect.stringMatching(/^(claim_error|\w+_not_found|not_found)$/),
        ]);
      }
    },
  );
});
