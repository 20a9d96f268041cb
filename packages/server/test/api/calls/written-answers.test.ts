import { describe, expect, it } from "vitest";
import { createSurvey, startWriting, type WritingStage } from "../../support/api-calls.ts";

interface Wire {
  readonly pages: readonly {
    readonly id: string;
    readonly questions: readonly {
      readonly id: string;
      readonly options: readonly { readonly id: string }[];
    }[];
  }[];
}

/** A collecting survey, and an answer to it. */
async function collecting(stage: WritingStage, settings: object = {}) {
  const path = await createSurvey(stage);
  await stage.post(`${path}/custom_args`, { title: "shop" });
  await stage.post(`${path}/settings`, { state: 2, ...settings });
  const { pages } = (await stage.get(path)) as Wire;
  const [choice, words] = pages.flatMap(({ questions }) => questions);
  const answer = (option = 0, text = "Soup") => ({
    pages: [
      {
        id: pages[0]?.id,
        questions: [{ id: choice?.id, options: [{ id: choice?.options[option]?.id, checked: 1 }] }],
      },
      { id: pages[1]?.id, questions: [{ id: words?.id, text }] },
      { id: "custom_args", questions: [{ id: "custom-arg-01", text: "North" }] },
    ],
    ua: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
    referrer: "https://shop.example/",
    time: "90",
  });
  return {
    path,
    answer,
    choiceId: choice?.id ?? "",
    optionId: choice?.options[0]?.id ?? "",
    wordsId: words?.id ?? "",
  };
}

const page = (questions: readonly object[]) => ({ answer: { pages: [{ id: "p", questions }] } });
const key = (text: string) => String(Date.parse(`${text}+08:00`));

describe("POST /api/surveys/{survey_id}/answers", () => {
  it("stores an answer that is read back as it was sent, with serials from 1", async () => {
    const stage = await startWriting();
    const { path, answer, choiceId, optionId, wordsId } = await collecting(stage);
    const survey_id = Number(path.split("/").at(-1));
    expect(await stage.post(`${path}/answers`, { answer: answer() })).toEqual({ survey_id, answer_id: 1 });
    expect(
      await stage.post(`${path}/answers`, { answer: JSON.stringify(answer()), respondent_id: "0" }),
    ).toEqual({
      survey_id,
      answer_id: 2,
    });
    expect(await stage.post(`${path}/answers`, { answer: answer().pages })).toEqual({
      survey_id,
      answer_id: 3,
    });
    expect(await stage.get(`${path}/answers/1`)).toMatchObject({
      respondent_id: 0,
      started_at: "2026-11-21 15:58:30",
      ended_at: "2026-11-21 16:00:00",
      answer: [
        { questions: [{ id: choiceId, options: [{ id: optionId, checked: 1, text: "Good" }] }] },
        { questions: [{ id: wordsId, text: "Soup" }] },
        { id: "custom_args", questions: [{ id: "custom-arg-01", text: "North", title: "shop" }] },
      ],
    });
    expect(await stage.get(path)).toMatchObject({ answer_count: 3 });
  });

  it("stores what was written in the cells of a matrix, which is read back as it was sent", async () => {
    const stage = await startWriting();
    const text = "Hours\n\nHours[Matrix Text][Optional]\nMorning Evening\nMonday\nTuesday";
    const path = await createSurvey(stage, text);
    await stage.post(`${path}/settings`, { state: 2 });
    const { pages } = (await stage.get(path)) as Wire & {
      readonly pages: readonly {
        readonly questions: readonly { readonly subTitles: readonly Wire["pages"][number][] }[];
      }[];
    };
    const matrix = pages[0]?.questions[0];
    const groups = [
      {
        id: matrix?.subTitles[1]?.id,
        text: "Tuesday",
        options: [{ id: matrix?.options[0]?.id, checked: 1, text: "eight" }],
      },
    ];
    const answer = { pages: [{ id: pages[0]?.id, questions: [{ id: matrix?.id, groups }] }] };
    await stage.post(`${path}/answers`, { answer });
    expect(await stage.get(`${path}/answers/1`)).toMatchObject({ answer: [{ questions: [{ groups }] }] });
  });

  it("refuses what the survey's page would refuse", async () => {
    const stage = await startWriting();
    const { path, answer, choiceId, optionId, wordsId } = await collecting(stage);
    const good = { id: choiceId, options: [{ id: optionId }] };
    for (const body of [
      {},
      { answer: "x" },
      { answer: {} },
      page([]),
      page([{ id: wordsId, text: "only this" }]),
      page([{ id: choiceId, options: [] }]),
      page([{ id: choiceId, options: [{ id: optionId, checked: 0 }] }]),
      page([{ id: choiceId, options: [{ id: "o-0-none" }] }]),
      page([good, { id: "q-99-none", text: "x" }]),
      page([good, good]),
      page([good, { id: wordsId, text: "a\nb" }]),
      page([good, { id: wordsId, text: "x".repeat(100_000) }]),
      { answer: { ...answer(), time: -1 } },
      {
        answer: {
          pages: [...answer().pages, { id: "custom_args", questions: [{ id: "custom-arg-07", text: "x" }] }],
        },
      },
    ])
      expect(await stage.post(`${path}/answers`, body), JSON.stringify(body).slice(0, 200)).toBe(
        "invalid_argument answer",
      );
    expect(await stage.post(`${path}/answers`, { respondent_id: 5, answer: answer() })).toBe(
      "invalid_argument respondent_id",
    );
    expect(await stage.get(path)).toMatchObject({ answer_count: 0 });
  });

  it("says why a survey takes no answer", async () => {
    const stage = await startWriting();
    const { path, answer } = await collecting(stage);
    const send = () => stage.post(`${path}/answers`, { answer: answer() });
    const set = (fields: object) => stage.post(`${path}/settings`, fields);
    await set({ state: 3 });
    expect(await send()).toBe("invalid_argument state");
    await set({ state: 2, started_at: "2030-01-01 00:00:00" });
    expect(await send()).toBe("invalid_argument started_at");
    await set({ started_at: "", end_at: "2026-11-21 15:00:00" });
    expect(await send()).toBe("invalid_argument end_at");
    await set({ end_at: "", login_check: true });
    expect(await send()).toBe("invalid_argument respondent_id");
    await set({ login_check: false });
    await stage.platform.store.surveys.changeSettings({
      surveyId: Number(path.split("/").at(-1)),
      settings: { answerLimit: 1 },
    });
    expect(await send()).toMatchObject({ answer_id: 1 });
    expect(await send()).toBe("invalid_argument answer_limit");
  });

  it("gives serials without gaps to twenty that come at once, and counts each", async () => {
    const stage = await startWriting();
    const { path, answer } = await collecting(stage);
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, at) => stage.post(`${path}/answers`, { answer: answer(at % 2) })),
    );
    const serials = sent.map((one) => (one as { answer_id: number }).answer_id).toSorted((a, b) => a - b);
    expect(serials).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(await stage.post(`${path}/report_aggs`, {})).toMatchObject({
      status: [
        { key: "valid", count: 20 },
        { key: "invalid", count: 0 },
      ],
    });
  });
});

describe("POST /api/surveys/{survey_id}/answers/{answer_id}", () => {
  it("replaces an answer by its serial or its hash, where the survey allows it", async () => {
    const stage = await startWriting();
    const { path, answer, choiceId } = await collecting(stage);
    await stage.post(`${path}/answers`, { answer: answer() });
    expect(await stage.post(`${path}/answers/1`, { answer: answer(1) })).toBe("permission_denied");
    await stage.post(`${path}/settings`, { is_allow_update_answer: true });
    const survey_id = Number(path.split("/").at(-1));
    expect(await stage.post(`${path}/answers/1`, { answer: answer(1, "Tea") })).toEqual({
      survey_id,
      answer_id: 1,
    });
    const { hash } = await stage.platform.database.reader.kysely
      .selectFrom("answers")
      .select("hash")
      .where("survey_id", "=", survey_id)
      .executeTakeFirstOrThrow();
    expect(await stage.post(`${path}/answers/${hash}`, { answer: answer(1, "Tea") })).toEqual({
      survey_id,
      answer_id: 1,
    });
    expect(await stage.get(`${path}/answers/1`)).toMatchObject({
      answer: [
        { questions: [{ id: choiceId, options: [{ text: "Bad" }] }] },
        { questions: [{ text: "Tea" }] },
        {},
      ],
    });
    for (const [rest, outcome] of [
      ["2", "not_found"],
      ["AAAAAAAAAA", "not_found"],
      ["x", "invalid_argument answer_id"],
      ["0", "invalid_argument answer_id"],
    ])
      expect(await stage.post(`${path}/answers/${rest}`, { answer: answer() })).toBe(outcome);
    await stage.post(`${path}/settings`, { state: 3 });
    expect(await stage.post(`${path}/answers/1`, { answer: answer() })).toBe("invalid_argument state");
  });
});

describe("POST /api/surveys/{survey_id}/report_aggs", () => {
  it("counts answers by channel, device and time, also with a token for reading", async () => {
    const stage = await startWriting();
    const { path, answer } = await collecting(stage);
    const { clock } = stage.platform;
    const start = clock.now;
    for (const hours of [0, 0, 2, 30]) {
      clock.now = start + hours * 3_600_000;
      await stage.platform.store.surveys.submitAnswer({
        surveyId: Number(path.split("/").at(-1)),
        version: 1,
        values: {},
        customArguments: {},
        respondent: undefined,
        startedAt: clock.now - 60_000,
        channel: hours === 0 ? "qr" : "link",
        // One of before systems were counted.
        ua: hours === 30 ? "phone" : "phone/ios",
        referrer: "",
        address: "",
        onceKey: null,
      });
    }
    clock.now = start;
    await stage.platform.database.write(async ({ kysely }) => {
      await kysely.updateTable("applications").set({ may_write: 0 }).execute();
    });
    expect(await stage.post(`${path}/answers`, { answer: answer() })).toBe("permission_denied");
    expect(await stage.post(`${path}/report_aggs`, {})).toEqual({
      duration_avg: expect.toSatisfy((seconds: number) => seconds > 55 && seconds < 65),
      status: [
        { key: "valid", count: 4 },
        { key: "invalid", count: 0 },
      ],
      channel: [
        { key: "link", count: 2 },
        { key: "qr", count: 2 },
      ],
      location: [],
      ua_device: [{ key: "phone", count: 4 }],
      ua_os: [{ key: "ios", count: 3 }],
      interval: "1d",
      trends: [
        { key: key("2026-11-21T00:00:00"), count: 3 },
        { key: key("2026-11-22T00:00:00"), count: 1 },
      ],
    });
    const trends = async (fields: object) =>
      ((await stage.post(`${path}/report_aggs`, fields)) as { trends: unknown }).trends;
    expect(await trends({ interval: "1w" })).toEqual([{ key: key("2026-11-16T00:00:00"), count: 4 }]);
    expect(await trends({ interval: "12h", to: Math.floor(start / 1000) + 86_400 })).toEqual([
      { key: key("2026-11-21T12:00:00"), count: 3 },
    ]);
    expect(await trends({ interval: "3h" })).toEqual([
      { key: key("2026-11-21T15:00:00"), count: 2 },
      { key: key("2026-11-21T18:00:00"), count: 1 },
      { key: key("2026-11-22T21:00:00"), count: 1 },
    ]);
    expect(await trends({ interval: "1m", from: String(Math.floor(start / 1000) + 3600) })).toHaveLength(2);
    const said = async (interval: string) =>
      ((await stage.post(`${path}/report_aggs`, { interval })) as { interval: unknown }).interval;
    // Answers are counted by the hour, and the response says that.
    expect(await Promise.all(["1w", "1h", "10m", "5m", "1m"].map(said))).toEqual([
      "1w",
      "1h",
      "1h",
      "1h",
      "1h",
    ]);
  });

  it.each([
    [{ interval: "2h" }, "interval"],
    [{ from: "x" }, "from"],
    [{ from: 5, to: 5 }, "to"],
    [{ to: 1e15 }, "to"],
  ])("refuses %o", async (body, parameter) => {
    const stage = await startWriting();
    expect(await stage.post(`${await createSurvey(stage)}/report_aggs`, body)).toBe(
      `invalid_argument ${parameter}`,
    );
  });

  it("is empty without answers", async () => {
    const stage = await startWriting();
    expect(await stage.post(`${await createSurvey(stage)}/report_aggs`, {})).toMatchObject({
      duration_avg: 0,
      channel: [],
      interval: "1d",
      trends: [],
    });
  });
});
