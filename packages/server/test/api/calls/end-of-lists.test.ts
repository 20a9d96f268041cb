import { expect, onTestFinished, test, vi } from "vitest";
import { emptyPageBudget } from "../../../src/http/empty-pages.ts";
import { deleteAnswer } from "../../support/delete-answer.ts";
import {
  createSurvey,
  outcomeOf,
  sendCall,
  startWriting,
  type SentCall,
  type WritingStage,
} from "../../support/api-calls.ts";
import { addAnswer } from "../../support/parameter-rows.ts";

/** The clock of the budgets stands still unless a test moves it. */
async function startAtRest() {
  const stage = await startWriting();
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const path = await createSurvey(stage);
  const list = (rest: string, query: SentCall["query"] = {}, token = stage.tokens.acme) =>
    sendCall(stage.platform, rest, { method: "GET", token, query });
  return { stage, path, list };
}

/** Asks for an empty page `times` times of each node: each counts for itself, and they take turns. */
async function askEach(
  { platform }: WritingStage,
  ask: () => Promise<Response>,
  times: number = emptyPageBudget.burst,
): Promise<void> {
  for (let time = 0; time < times * platform.stores.length; time += 1)
    expect(await outcomeOf(await ask())).toMatchObject({ list: [] });
}

test("a deleted answer leaves a gap, and a crawl that ends at the empty list has read every other", async () => {
  const { stage, path, list } = await startAtRest();
  for (let time = 0; time < 4; time += 1) await addAnswer(stage, { path });
  for (const serial of [2, 4]) await deleteAnswer(stage.platform, Number(path.split("/").at(-1)), serial);
  const serials: number[] = [];
  for (let last = 0; ;) {
    const page = (await outcomeOf(await list(`${path}/answers`, { per_page: 1, last_answer_id: last }))) as {
      readonly total: number;
      readonly last_answer_id: number;
      readonly list: readonly { readonly answer_id: number }[];
    };
    expect(page.total).toBe(2);
    if (page.list.length === 0) break;
    serials.push(...page.list.map((answer) => answer.answer_id));
    last = page.last_answer_id;
  }
  expect(serials).toEqual([1, 3]);
});

test("a caller that asks for the same empty page without end is refused, and may ask again a second later", async () => {
  const { stage, path, list } = await startAtRest();
  await addAnswer(stage, { path });
  const ask = () => list(`${path}/answers`, { last_answer_id: 1 });
  await askEach(stage, ask);
  const refused = await ask();
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await outcomeOf(refused)).toBe("request_rate_limited");
  // Neither other pages nor other callers are counted with it.
  expect(await outcomeOf(await list(`${path}/answers`))).toMatchObject({ list: [{ answer_id: 1 }] });
  expect(await outcomeOf(await list(`${path}/answers`, { last_answer_id: 2 }))).toMatchObject({ list: [] });
  expect(await outcomeOf(await list("/api/surveys", { page: 99 }, stage.tokens.birch))).toMatchObject({
    list: [],
  });
  vi.advanceTimersByTime(1000);
  await askEach(stage, ask, 1);
  expect(await outcomeOf(await ask())).toBe("request_rate_limited");
});

test("a page that has entries is served as often as it is asked for", async () => {
  const { stage, path, list } = await startAtRest();
  await addAnswer(stage, { path });
  for (let time = 0; time <= emptyPageBudget.burst; time += 1)
    expect(await outcomeOf(await list(`${path}/answers`))).toMatchObject({ total: 1 });
});

test("every list of the interface that has pages counts its empty ones", async () => {
  const { stage, path, list } = await startAtRest();
  const { user_id } = (await stage.post("/api/sso/users", { openid: "p-1" })) as { readonly user_id: number };
  const { team_id: id } = (await stage.post("/api/orgs", { name: "Made", user_id })) as {
    readonly team_id: number;
  };
  const hook = { url: "https://hooks.example/", is_active: false };
  const { id: hookId } = (await stage.post(`${path}/webhooks`, hook)) as { readonly id: number };
  const far = { page: 99 };
  const pages: readonly (readonly [string, Record<string, number>])[] = [
    ["/api/surveys", far],
    [`${path}/respondent/access_list`, {}],
    [`/api/orgs/${id}/users`, far],
    [`/api/contacts/teams/${id}/users`, far],
    [`/api/contacts/teams/${id}/groups/0/users`, far],
    [`/api/contacts/teams/${id}/groups`, far],
    [`${path}/webhooks/${hookId}/deliveries`, {}],
  ];
  for (const [rest, query] of pages) {
    await askEach(stage, () => list(rest, query));
    expect(await outcomeOf(await list(rest, query)), rest).toBe("request_rate_limited");
  }
});
