import { expect, test } from "vitest";
import { createSurvey, outcomeOf, sendCall, startWriting, type SentCall } from "../../support/api-calls.ts";
import { deleteAnswer } from "../../support/delete-answer.ts";
import { addAnswer } from "../../support/parameter-rows.ts";

interface Part {
  readonly list: readonly {
    readonly change: string;
    readonly answer_id: number;
    readonly changed_at: string;
    readonly answer: { readonly answer_id: number; readonly answer: readonly object[] } | null;
  }[];
  readonly cursor: string;
  readonly has_more: boolean;
}

type Query = NonNullable<SentCall["query"]>;

/** A survey whose answers may be changed, and what happened to them. */
async function start() {
  const stage = await startWriting();
  const path = await createSurvey(stage);
  const surveyId = Number(path.split("/").at(-1));
  const outcome = async (query: Query, token = stage.tokens.acme) =>
    outcomeOf(await sendCall(stage.platform, `${path}/changes`, { method: "GET", token, query }));
  const changes = async (query: Query = {}) => (await outcome(query)) as Part;
  const seen = async (query: Query = {}) =>
    (await changes(query)).list.map(({ change, answer_id }) => `${change} ${answer_id}`);
  const change = (answerId: number) =>
    stage.platform.store.surveys.changeAnswer({
      surveyId,
      answer: { serial: answerId },
      version: 1,
      values: {},
      customArguments: {},
    });
  const remove = (answerId: number) => deleteAnswer(stage.platform, surveyId, answerId);
  /** As if some days had passed since what is noted so far. */
  const age = async (days: number) => {
    await stage.platform.database.write(({ kysely }) =>
      kysely
        .updateTable("answer_changes")
        .set((eb) => ({ changed_at: eb("changed_at", "-", days * 86_400_000) }))
        .execute(),
    );
    while ((await stage.platform.store.sweepExpired()) > 0);
  };
  return { stage, path, surveyId, age, outcome, changes, seen, change, remove };
}

test("a copy that follows the cursor has the answers that the survey has, changes and deletions with them", async () => {
  const { stage, path, changes, change, remove } = await start();
  for (let answer = 0; answer < 5; answer += 1) await addAnswer(stage, { path });
  await stage.post(`${path}/settings`, { is_allow_update_answer: 1 });
  const copy = new Map<number, object>();
  let cursor: string | undefined;
  const follow = async () => {
    for (;;) {
      const part = await changes({ per_page: 2, ...(cursor !== undefined && { cursor }) });
      for (const { change: what, answer_id, answer } of part.list) {
        if (what === "deleted") copy.delete(answer_id);
        else copy.set(answer_id, answer ?? {});
      }
      ({ cursor } = part);
      if (!part.has_more) return;
    }
  };
  await follow();
  expect([...copy.keys()]).toEqual([1, 2, 3, 4, 5]);
  await remove(2);
  expect(await change(3)).toBe(true);
  await addAnswer(stage, { path });
  await change(4);
  await remove(4);
  await remove(6);
  await follow();
  expect([...copy.keys()].toSorted((a, b) => a - b)).toEqual([1, 3, 5]);
  const list = (await stage.get(`${path}/answers`)) as {
    readonly list: readonly { readonly answer_id: number }[];
  };
  expect([...copy.entries()].toSorted(([a], [b]) => a - b).map(([, answer]) => answer)).toEqual(list.list);
});

test("new answers come first, then what happened to earlier ones, and nothing comes twice", async () => {
  const { stage, path, changes, seen, change, remove } = await start();
  for (let answer = 0; answer < 3; answer += 1) await addAnswer(stage, { path });
  await stage.post(`${path}/settings`, { is_allow_update_answer: 1 });
  const { cursor } = await changes();
  expect(cursor).toBe("3.0");
  await change(1);
  await remove(2);
  await addAnswer(stage, { path });
  expect(await seen({ cursor })).toEqual(["sent 4", "changed 1", "deleted 2"]);
  const later = await changes({ cursor });
  expect(later).toMatchObject({ cursor: "4.2", has_more: false });
  expect(later.list[2]?.answer).toBeNull();
  expect(await seen({ cursor: later.cursor })).toEqual([]);
});

test("a program that begins now is not given earlier deletions", async () => {
  const { stage, path, seen, changes, remove } = await start();
  for (let answer = 0; answer < 2; answer += 1) await addAnswer(stage, { path });
  await remove(1);
  expect(await seen()).toEqual(["sent 2"]);
  expect((await changes()).cursor).toBe("2.1");
});

test("since and until choose by the time at which something happened", async () => {
  const { stage, path, changes, seen, remove } = await start();
  await addAnswer(stage, { path });
  const { cursor, list } = await changes();
  const sentAt = list[0]?.changed_at ?? "";
  stage.platform.clock.now += 3_600_000;
  await remove(1);
  const deletedAt = new Date(stage.platform.clock.now).toISOString();
  expect(await seen({ since: sentAt })).toEqual([]);
  expect(await seen({ cursor, since: sentAt })).toEqual(["deleted 1"]);
  expect(await seen({ cursor, since: deletedAt.replace("Z", "+00:00") })).toEqual(["deleted 1"]);
  expect(await seen({ cursor, until: deletedAt })).toEqual([]);
});

test("changes are kept for 90 days, and a cursor from before is refused with what to do", async () => {
  const { stage, path, seen, changes, outcome, remove, age } = await start();
  for (let answer = 0; answer < 4; answer += 1) await addAnswer(stage, { path });
  const { cursor: first } = await changes();
  await remove(1);
  const { cursor: second } = await changes({ cursor: first });
  await age(89);
  expect(await seen({ cursor: first })).toEqual(["deleted 1"]);
  await remove(2);
  await age(2);
  expect(await outcome({ cursor: first })).toBe("invalid_argument cursor");
  expect(await seen({ cursor: second })).toEqual(["deleted 2"]);
  // The newest stays, however old it is: the next one is counted from it.
  await age(200);
  const { cursor: third } = await changes({ cursor: second });
  await remove(3);
  expect(await seen({ cursor: third })).toEqual(["deleted 3"]);
});

test("cursors and times that are none are refused, and so is a cursor of a later state", async () => {
  const { stage, path, outcome } = await start();
  await addAnswer(stage, { path });
  const refused = [
    { cursor: "1" },
    { cursor: "-1.0" },
    { cursor: "1.0 " },
    { cursor: "2.0" },
    { cursor: "1.1" },
    { since: "2026-11-22" },
    { since: "2026-11-22T08:00:00" },
    { until: "yesterday" },
  ];
  for (const query of refused) expect(await outcome(query)).toBe(`invalid_argument ${Object.keys(query)[0]}`);
});

test("a token reaches the changes of no other owner's survey", async () => {
  const { stage, path, outcome } = await start();
  await addAnswer(stage, { path });
  expect(await outcome({}, stage.tokens.birch)).toBe("not_found");
});
