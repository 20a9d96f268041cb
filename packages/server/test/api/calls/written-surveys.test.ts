import { describe, expect, it } from "vitest";
import { createSurvey, outcomeOf, sampleText, sendCall, startWriting } from "../../support/api-calls.ts";
import { obtainTeamToken } from "../../support/flows.ts";
import { ownerNumbers } from "../../support/owner-numbers.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

describe("POST /api/surveys", () => {
  it("creates a draft of the team, and returns its id twice, its hash and its address twice", async () => {
    const { post, get } = await startWriting();
    const made = await post("/api/surveys", { text: sampleText });
    expect(made).toMatchObject({
      survey_id: expect.any(Number),
      hash: expect.stringMatching(/^[\da-f]{8,}$/),
    });
    const { id, survey_id, hash, url, survey_url } = made as Readonly<Record<string, number | string>>;
    expect(id).toBe(survey_id);
    expect([url, survey_url]).toEqual(Array(2).fill(`http://platform.example/s2/${id}/${hash}/`));
    expect(await get(`/api/surveys/${id}`)).toMatchObject({
      title: "Lunch",
      prefix: "Welcome.",
      state: 0,
      scene: 1,
      page_count: 2,
      topic_count: 2,
    });
  });

  it("has the public origin in the address when it is set", async () => {
    const platform = await startTestPlatform({ authUrl: "https://survey.example" });
    const token = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
    const made = await sendCall(platform, "/api/surveys", { token, body: { text: sampleText } });
    expect(await outcomeOf(made)).toMatchObject({
      url: expect.stringMatching(/^https:\/\/survey\.example\/s2\/\d+\/[\da-f]+\/$/),
    });
  });

  it("reads texts as the public platform's clients write them", async () => {
    const stage = await startWriting();
    const text =
      "标题\n\n\n\n1. Q1[单选题]\nA\nB\n\n2. Q2[scale][多选题]\nA\nB\n\n3. Q3[量表题]\n1~5\n\n4. Q4[多行文本题]";
    const survey = await stage.get(await createSurvey(stage, text));
    expect(survey).toMatchObject({
      prefix: "",
      pages: [
        {
          questions: [
            { title: "1. Q1", type: "radio" },
            { title: "2. Q2[scale]", type: "checkbox" },
            { title: "3. Q3", type: "star", starBeginNum: 1, starNum: 5 },
            { title: "4. Q4", type: "textarea" },
          ],
        },
      ],
    });
  });

  it("lists the lines whose brackets were kept as text", async () => {
    const { post } = await startWriting();
    const text = "Lunch\n\nHow spicy?[Heat]\nMild\nHot\n\nWhich?【Checkboxes】[选填]\nSoup\nRice";
    expect(await post("/api/surveys", { text })).toMatchObject({
      notes: [{ line: 3, message: "[Heat] is no type known here, and stays text of the question" }],
    });
    expect(await post("/api/surveys", { text: sampleText })).toMatchObject({ notes: [] });
  });

  it("takes the scene, and a form as well as JSON", async () => {
    const { platform, tokens, get } = await startWriting();
    const form = new URLSearchParams({
      text: sampleText.replaceAll("\n", "\r\n"),
      scene: "8",
      org: "0",
      user_id: "",
    });
    form.delete("user_id");
    const { appid, access_token } = tokens.acme;
    const response = await platform.fetch(`/api/surveys?appid=${appid}&access_token=${access_token}`, {
      method: "POST",
      body: form,
    });
    const { id } = (await outcomeOf(response)) as { readonly id: number };
    expect(await get(`/api/surveys/${id}`)).toMatchObject({ scene: 8, page_count: 2 });
  });

  it("belongs to whom the token acts for, and to no other", async () => {
    const stage = await startWriting();
    const { post, get, tokens, platform } = stage;
    const { acme, birch, ada, bob, memberOfAcme } = await ownerNumbers(platform);
    const text = sampleText;
    const claims: readonly (readonly [object, (typeof tokens)["ada"]])[] = [
      [{ text, org: birch }, tokens.acme],
      [{ text, user_id: birch }, tokens.acme],
      [{ text, user_id: 999_999 }, tokens.acme],
      [{ text, user_id: bob }, tokens.ada],
      [{ text, org: acme }, tokens.ada],
      [{ text, user_id: ada, org: acme }, tokens.ada],
    ];
    for (const [body, token] of claims) expect(await post("/api/surveys", body, token)).toBe("claim_error");
    const allowed: readonly (readonly [object, (typeof tokens)["ada"]])[] = [
      [{ text, org: acme, user_id: acme }, tokens.acme],
      [{ text, org: String(acme), user_id: memberOfAcme }, tokens.acme],
      [{ text, user_id: ada }, tokens.ada],
      [{ text, org: 0, user_id: 0 }, tokens.ada],
    ];
    for (const [body, token] of allowed) {
      const { id } = (await post("/api/surveys", body, token)) as { readonly id: number };
      expect(await get(`/api/surveys/${id}`, token)).toMatchObject({ title: "Lunch" });
      for (const other of [tokens.birch, tokens.bob])
        expect(await get(`/api/surveys/${id}`, other)).toBe("not_found");
    }
    const members = await post("/api/surveys", { text, user_id: memberOfAcme });
    expect(await get(`/api/surveys/${(members as { id: number }).id}`)).toMatchObject({
      creator_user_id: memberOfAcme,
    });
  });

  it.each([
    [{}, "text"],
    [{ text: "" }, "text"],
    [{ text: "Title\n\n\n\nQ[Rating Scale]\n9~1" }, "text"],
    [{ text: `T\n\n\n\n${"Q\n\n".repeat(300)}` }, "text"],
    [{ text: "语".repeat(70_000) }, "text"],
    [{ text: "x".repeat(204_801) }, "text"],
    [{ text: sampleText, scene: 2 }, "scene"],
    [{ text: sampleText, user_id: -1 }, "user_id"],
    [{ text: sampleText, org: "acme" }, "org"],
  ])("refuses %o", async (body, parameter) => {
    const { post } = await startWriting();
    expect(await post("/api/surveys", body)).toBe(`invalid_argument ${parameter}`);
  });
});

describe("POST /api/surveys/{survey_id}/settings", () => {
  it("publishes a draft, pauses and resumes it, and makes it a draft again", async () => {
    const stage = await startWriting();
    const { post, get } = stage;
    const path = await createSurvey(stage);
    for (const state of [2, 3, "2", 0, 2] as const) {
      expect(await post(`${path}/settings`, { state })).toEqual({ result: "success" });
      expect(await get(path)).toMatchObject({ state: Number(state) });
    }
  });

  it("changes what is sent and nothing else", async () => {
    const stage = await startWriting();
    const { post, get } = stage;
    const path = await createSurvey(stage);
    const started_at = "2026-12-01 09:00:00";
    await post(`${path}/settings`, {
      started_at,
      end_at: "2026-12-24 18:00:00",
      redirect_url: "https://a.example/b?c=d",
    });
    await post(`${path}/settings`, { login_check: 1, is_allow_update_answer: "true" });
    const all = { started_at, end_at: "2026-12-24 18:00:00", redirect_url: "https://a.example/b?c=d" };
    expect(await get(path)).toMatchObject({ ...all, login_check: true, is_allow_update_answer: true });
    await post(`${path}/settings`, { started_at: "", redirect_url: "", login_check: false });
    await post(`${path}/settings`, {});
    expect(await get(path)).toMatchObject({
      started_at: "",
      end_at: "2026-12-24 18:00:00",
      redirect_url: "",
      login_check: false,
    });
  });

  it("lets each answer once: each person where respondents sign in, else each browser", async () => {
    const stage = await startWriting();
    const path = await createSurvey(stage);
    const once = async (fields: object) => {
      await stage.post(`${path}/settings`, fields);
      return (await stage.platform.store.surveys.findSettings(Number(path.split("/").at(-1))))?.once;
    };
    expect(await once({ is_answer_only_once: true })).toBe("browser");
    expect(await once({ login_check: true })).toBe("person");
    expect(await once({ redirect_url: "" })).toBe("person");
    expect(await once({ login_check: false })).toBe("browser");
    expect(await once({ is_answer_only_once: false })).toBe("none");
    expect(await once({ is_answer_only_once: true, login_check: true })).toBe("person");
  });

  it.each([
    [{ state: 1 }, "invalid_argument state"],
    [{ state: 3 }, "invalid_argument state"],
    [{ started_at: "2026-12-01T09:00:00Z" }, "invalid_argument started_at"],
    [{ end_at: "2026-02-30 00:00:00" }, "invalid_argument end_at"],
    [{ started_at: "2026-12-01 09:00:00", end_at: "2026-12-01 09:00:00" }, "invalid_argument end_at"],
    [{ login_check: "yes" }, "invalid_argument login_check"],
    [{ redirect_url: "/relative" }, "invalid_redirect_url"],
    [{ redirect_url: "javascript:alert(1)" }, "invalid_redirect_url"],
    [{ redirect_url: "https://user:password@a.example/" }, "invalid_redirect_url"],
    [{ redirect_url: "https://a.example/\nX: y" }, "invalid_redirect_url"],
  ])("refuses %o, and changes nothing that was sent with it", async (fields, outcome) => {
    const stage = await startWriting();
    const path = await createSurvey(stage);
    const before = await stage.get(path);
    expect(await stage.post(`${path}/settings`, { is_allow_update_answer: true, ...fields })).toBe(outcome);
    expect(await stage.get(path)).toEqual(before);
  });

  it("does not publish a survey without a question", async () => {
    const stage = await startWriting();
    const path = await createSurvey(stage, "T\n\n\n\nOnly words[Paragraph Description]");
    expect(await stage.post(`${path}/settings`, { state: 2 })).toBe("invalid_argument state");
  });

  it("is recorded with the application that made the change", async () => {
    const stage = await startWriting();
    const path = await createSurvey(stage);
    await stage.post(`${path}/settings`, { state: 2, login_check: true });
    const entries = await stage.platform.database.reader.kysely
      .selectFrom("audit_log")
      .select(["actor", "action", "target", "after"])
      .where("target_kind", "=", "survey")
      .orderBy("id")
      .execute();
    const target = path.split("/").at(-1);
    const actor = "application acme_team";
    expect(entries).toEqual([
      { actor, action: "survey.created", target, after: null },
      { actor, action: "survey.published", target, after: JSON.stringify({ version: 1 }) },
      { actor, action: "survey.settings_changed", target, after: JSON.stringify({ login_check: true }) },
    ]);
  });
});

describe("POST /api/surveys/{survey_id}/custom_args", () => {
  it("adds arguments, which get ids in their order", async () => {
    const stage = await startWriting();
    const path = `${await createSurvey(stage)}/custom_args`;
    const at = "2026-11-21 16:00:00";
    expect(await stage.post(path, { title: "shop", description: "Which shop" })).toEqual({
      survey_id: Number(path.split("/")[3]),
      question_id: "custom-arg-01",
      type: "text",
      title: "shop",
      description: "Which shop",
      created_at: at,
      updated_at: at,
    });
    expect(await stage.post(path, { title: "till" })).toMatchObject({
      question_id: "custom-arg-02",
      description: "",
    });
  });

  it("refuses a name that is taken, reserved or malformed, a description of several lines, and more than fifty", async () => {
    const stage = await startWriting();
    const path = `${await createSurvey(stage)}/custom_args`;
    for (let number = 1; number <= 49; number += 1) await stage.post(path, { title: `a${number}` });
    expect(await stage.post(path, { title: "a1" })).toBe("invalid_argument title");
    for (const title of ["a b", "page", "lang", "channel", "answer"])
      expect(await stage.post(path, { title })).toBe("invalid_argument title");
    expect(await stage.post(path, { title: "a", description: "x\ny" })).toBe("invalid_argument description");
    expect(await stage.post(path, {})).toBe("invalid_argument title");
    expect(await stage.post(path, { title: "a50" })).toMatchObject({ question_id: "custom-arg-50" });
    expect(await stage.post(path, { title: "a51" })).toBe("invalid_argument title");
  });

  it("adds each of ten that come at once", async () => {
    const stage = await startWriting();
    const path = `${await createSurvey(stage)}/custom_args`;
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, at) => stage.post(path, { title: `a${at}` })),
    );
    expect(new Set(added.map((one) => (one as { question_id: string }).question_id)).size).toBe(10);
  });
});

describe("a writing call", () => {
  it.each(["/settings", "/custom_args", "/report_aggs", "/answers", "/answers/1"])(
    "does not find surveys of others at %s, whatever the body",
    async (rest) => {
      const stage = await startWriting();
      const path = await createSurvey(stage);
      const body = { state: 2, title: "t", answer: { pages: [] } };
      for (const token of [stage.tokens.birch, stage.tokens.ada, stage.tokens.bob]) {
        expect(await stage.post(path + rest, body, token)).toBe("not_found");
        expect(await stage.post(`/api/surveys/999999${rest}`, body, token)).toBe("not_found");
      }
      expect(await stage.get(path)).toMatchObject({ state: 0 });
      const invalid = await sendCall(stage.platform, `/api/surveys/x${rest}`, {
        token: stage.tokens.acme,
        body,
      });
      expect(await outcomeOf(invalid)).toBe("invalid_argument survey_id");
    },
  );
});
