import { expect, test } from "vitest";
import { endpointsOf } from "../../../src/api/endpoints.ts";
import type { ErrorType } from "../../../src/errors.ts";
import { methodOf, type Endpoint } from "../../../src/http/endpoint.ts";
import type { Store } from "../../../src/store/store.ts";
import { callRows, type PreparedCall } from "../../support/call-rows.ts";
import { outcomeOf, sendCall, startWriting, type WritingStage } from "../../support/api-calls.ts";

/*
 * The table of calls and outcomes: every documented call is made as its documentation says, and once for each error that it
 * documents. A new call needs its row in `callRows`.
 */

const nameOf = (endpoint: Endpoint) => `${methodOf(endpoint)} ${endpoint.path}`;

/** Ways to meet errors that are the same for every call with a token. */
const provocations: Readonly<
  Partial<Record<ErrorType, (stage: WritingStage, good: PreparedCall) => Promise<PreparedCall>>>
> = {
  invalid_argument: async (_, good) => ({ ...good, token: { appid: good.token?.appid ?? "" } }),
  invalid_token: async (_, good) => ({ ...good, token: { ...good.token, access_token: "sopt_wrong" } }),
  not_found: async (_, good) => ({ ...good, path: good.path.replace(/\d+(?=\D*$)/, "999999999") }),
  async permission_denied({ platform }, good) {
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("applications").set({ may_write: 0 }).execute(),
    );
    return good;
  },
  async invalid_org_subscription({ platform }, good) {
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("teams").set({ plan: "free" }).execute(),
    );
    return good;
  },
};

async function typeOf(stage: WritingStage, { path, ...call }: PreparedCall): Promise<string> {
  const outcome = await outcomeOf(await sendCall(stage.platform, path, call));
  return typeof outcome === "string" ? (outcome.split(" ")[0] ?? "") : "OK";
}

async function outcomesOf(stage: WritingStage, endpoint: Endpoint): Promise<readonly string[]> {
  const row = callRows[nameOf(endpoint)];
  if (row === undefined) return ["no row"];
  const prepare = async () => ({ method: methodOf(endpoint), ...(await row.prepare(stage)) });
  const outcomes = [await typeOf(stage, await prepare())];
  for (const type of endpoint.errors) {
    await restore(stage);
    const provoke = row.refused?.[type] ?? provocations[type];
    const provoked = provoke && (await provoke(stage, await prepare()));
    outcomes.push(provoked === undefined ? `no row provokes ${type}` : await typeOf(stage, provoked));
  }
  await restore(stage);
  return outcomes;
}

/** Undoes what the provocations changed. */
async function restore({ platform }: WritingStage): Promise<void> {
  await platform.database.write(async ({ kysely }) => {
    await kysely.updateTable("applications").set({ may_write: 1 }).execute();
    await kysely
      .updateTable("teams")
      .set({ plan: "premium" })
      .where("name", "in", ["Acme", "Birch"])
      .execute();
  });
}

// Describing endpoints asks no database.
const endpoints = endpointsOf({} as Store, { timeZone: "Asia/Shanghai" });
const documented = (some: readonly Endpoint[]) =>
  Object.fromEntries(some.map((endpoint) => [nameOf(endpoint), ["OK", ...endpoint.errors]]));

const isOfTokens = ({ path }: Endpoint) => path.startsWith("/api/oauth2/");

// They replace each other's tokens, and use up what may be asked for.
test.each(endpoints.filter(isOfTokens).map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s is served, and returns each error that it documents",
  async (_, endpoint) => {
    const stage = await startWriting({ tokenRequestBurst: "40" });
    expect(await outcomesOf(stage, endpoint)).toEqual(["OK", ...endpoint.errors]);
  },
);

/** Hundreds of calls, some of them with a full team: a busy machine takes long. */
const many = { timeout: 300_000 };

test.each([
  ["surveys and answers", /^\/api\/surveys(?!.*\/(webhooks|respondent))/],
  ["webhooks", /\/webhooks/],
  ["accounts, teams and lists of respondents", /\/(sso|orgs|respondent)/],
  ["contacts", /^\/api\/contacts\//],
])("each call about %s is served, and returns each error that it documents", many, async (_, paths) => {
  const stage = await startWriting({ webhookAllow: "127.0.0.0/8" });
  const chosen = endpoints.filter((endpoint) => paths.test(endpoint.path) && !isOfTokens(endpoint));
  const outcomes: Record<string, readonly string[]> = {};
  for (const endpoint of chosen) outcomes[nameOf(endpoint)] = await outcomesOf(stage, endpoint);
  expect(outcomes).toEqual(documented(chosen));
});

test("every documented call is in the table, and the table has no others", () => {
  expect(Object.keys(callRows).toSorted()).toEqual(endpoints.map(nameOf).toSorted());
});
