import { expect, test } from "vitest";
import { endpointsOf } from "../../src/app.ts";
import type { ErrorType } from "../../src/errors.ts";
import { methodOf, type Endpoint } from "../../src/http/endpoint.ts";
import type { Store } from "../../src/store/store.ts";
import { callRows, type CallRow, type PreparedCall } from "../support/call-rows.ts";
import { outcomeOf, sendCall, startWriting, type WritingStage } from "../support/api-calls.ts";

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
  not_found: async (_, good) => ({ ...good, path: good.path.replace(/\d+/, "999999999") }),
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

async function outcomesOf(endpoint: Endpoint, row: CallRow): Promise<readonly string[]> {
  const stage = await startWriting({ tokenRequestBurst: "40" });
  const prepare = async () => ({ method: methodOf(endpoint), ...(await row.prepare(stage)) });
  const outcomes = [await typeOf(stage, await prepare())];
  for (const type of endpoint.errors) {
    await restore(stage);
    const provoke = row.refused?.[type] ?? provocations[type];
    const provoked = provoke && (await provoke(stage, await prepare()));
    outcomes.push(provoked === undefined ? `no row provokes ${type}` : await typeOf(stage, provoked));
  }
  return outcomes;
}

/** Calls of webhooks and of third parties, which tests of their own make. */
function isTestedElsewhere(path: string): boolean {
  return /\/webhooks|\/sso\/|\/orgs|\/contacts\/|\/access_list/.test(path);
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
const endpoints = endpointsOf({} as Store, { timeZone: "Asia/Shanghai" }).filter(
  ({ path }) => !isTestedElsewhere(path),
);

test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s is served, and returns each error that it documents",
  async (name, endpoint) => {
    const row = callRows[name];
    const outcomes = row === undefined ? ["no row"] : await outcomesOf(endpoint, row);
    expect(outcomes).toEqual(["OK", ...endpoint.errors]);
  },
);
