import { describe, expect, it } from "vitest";
import { verifyPassword } from "../../../src/session/password.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

const unchanged = { once: "none", address_days: "30" };

/** A published survey. */
async function published() {
  const opened = await surveyOfAda();
  const { ada, address, id, platform } = opened;
  await ada.submit(await ada.get(address), `${address}/publish`);
  const settings = async () => {
    const found = await platform.store.surveys.findSettings(id);
    if (found === undefined) throw new Error("the survey has no settings");
    return found;
  };
  const form = `${address}/settings`;
  const save = async (fields: Readonly<Record<string, string>>) =>
    ada.submit(await ada.get(form), form, { ...unchanged, ...fields });
  return { ...opened, settings, form, save };
}

describe("the settings of a survey", () => {
  it("are saved, with times in the zone of the user, and shown again as they were typed", async () => {
    const { ada, form, settings, save } = await published();
    const saved = await save({
      started_at: "2026-11-30T18:00",
      end_at: "2026-12-01 09:30",
      answer_limit: "50",
      sign_in: "on",
      once: "person",
      allow_update: "on",
      redirect_url: "https://thanks.example/?a=1",
      address_limit: "3",
      address_days: "0",
      custom_arguments: "source where the link was\nage",
    });
    expect(saved.location).toBe(`${form}?notice=saved`);
    expect(await settings()).toMatchObject({
      startedAt: Date.parse("2026-11-30T10:00:00Z"),
      endAt: Date.parse("2026-12-01T01:30:00Z"),
      answerLimit: 50,
      requiresSignIn: true,
      once: "person",
      allowsAnswerUpdates: true,
      redirectUrl: "https://thanks.example/?a=1",
      addressLimit: 3,
      addressDays: 0,
      customArguments: [
        { id: "custom-arg-01", title: "source", description: "where the link was" },
        { id: "custom-arg-02", title: "age", description: "" },
      ],
    });
    const shown = await ada.get(form);
    expect(shown.html).toContain('value="2026-11-30T18:00"');
    expect(shown.html).toContain("source where the link was\nage</textarea>");
  });

  it("keep the ids of custom arguments by name", async () => {
    const { settings, save } = await published();
    await save({ custom_arguments: "a\nb" });
    await save({ custom_arguments: "c\nb renamed" });
    expect((await settings()).customArguments).toEqual([
      { id: "custom-arg-03", title: "c", description: "" },
      { id: "custom-arg-02", title: "b", description: "renamed" },
    ]);
  });

  it("keep only a hash of the password, which an empty field leaves as it is", async () => {
    const { platform, ada, form, settings, save } = await published();
    await save({ password: "open sesame" });
    const { passwordHash } = await settings();
    expect(await verifyPassword("open sesame", passwordHash)).toBe(true);
    await save({});
    expect((await settings()).passwordHash).toBe(passwordHash);
    expect((await ada.get(form)).html).not.toContain("open sesame");
    const entries = await platform.database.reader.kysely.selectFrom("audit_log").selectAll().execute();
    const changes = entries.filter(({ action }) => action === "survey.settings_changed");
    expect(changes.map(({ after }) => JSON.parse(after ?? "{}"))).toMatchObject([
      { password_changed: true },
      { password_changed: false },
    ]);
    expect(JSON.stringify(entries)).not.toContain("open sesame");
    expect(JSON.stringify(entries)).not.toContain(passwordHash);
    await save({ no_password: "on" });
    expect((await settings()).passwordHash).toBe("");
  });

  it.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ["a time that is none", { started_at: "tomorrow" }, "started_at"],
    ["an end before the beginning", { started_at: "2026-11-30 18:00", end_at: "2026-11-30 17:00" }, "end_at"],
    ["a limit of zero", { answer_limit: "0" }, "answer_limit"],
    ["a redirect that is a script", { redirect_url: "javascript:alert(1)" }, "redirect_url"],
    ["a redirect with a password in it", { redirect_url: "https://a:b@thanks.example/" }, "redirect_url"],
    [
      "a name of an argument with a space in front of quotes",
      { custom_arguments: '"a" b' },
      "custom_arguments",
    ],
    ["an argument twice", { custom_arguments: "a\na" }, "custom_arguments"],
    ...["answer", "channel", "lang", "page"].map(
      (name) =>
        [`an argument that is named ${name}`, { custom_arguments: name }, "custom_arguments"] as const,
    ),
    ["once per person without signing in", { once: "person" }, "once"],
    ["a number of days that is none", { address_days: "-1" }, "address_days"],
  ])("refuse %s, and keep what was typed", async (_, fields, field) => {
    const { settings, save } = await published();
    const before = await settings();
    const refused = await save({ address_limit: "77", ...fields });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(`<a href="#${field}">`);
    expect(refused.html).toContain('value="77"');
    expect(await settings()).toEqual(before);
  });
});

/** What the headings of the groups say. */
const toldBy = (html: string) =>
  [...html.matchAll(/<span class="settings-now">([^<]*)</g)].map(([, said = ""]) =>
    said.replaceAll(/[\u202f\u00a0]/g, " "),
  );

/** The groups that are not folded. */
const openIn = (html: string) =>
  [...html.matchAll(/<details class="[^"]*settings-group"( open)?[^>]*="(\w+)-name"/g)]
    .filter(([, open]) => open !== undefined)
    .map(([, , group]) => group);

describe("the page of settings", () => {
  it("says in the heading of each group what holds now, in the language of the user", async () => {
    const { ada, form, save } = await published();
    expect(toldBy((await ada.get(form)).html)).toEqual([
      "Without an end, any number of answers.",
      "Everyone with the address, as often as they like, network addresses are kept for 30 days.",
      "Not sent on, answers cannot be changed.",
    ]);
    await save({
      end_at: "2026-11-30T18:00",
      answer_limit: "200",
      once: "browser",
      password: "open sesame",
      redirect_url: "https://thanks.example/?a=1",
      allow_update: "on",
      custom_arguments: "source",
      embed_origins: "https://a.example\nhttps://b.example",
      address_days: "0",
    });
    expect(toldBy((await ada.get(form)).html)).toEqual([
      "Until Nov 30, 2026, 6:00 PM, at most 200 answers.",
      "Everyone with the address, with the password, once per browser, in frames of a.example, b.example, network addresses are not kept.",
      "Sent on to thanks.example, answers can be changed, 1 custom argument is kept.",
    ]);
    expect(toldBy((await ada.get(`${form}?lang=zh-CN`)).html)).toEqual([
      "2026年11月30日 18:00 截止，最多 200 份答卷。",
      "知道地址的人都可以作答，需要密码，每个浏览器一次，可以嵌入 a.example，b.example，不保留网络地址。",
      "跳转到 thanks.example，可以修改答卷，保存 1 个自定义参数。",
    ]);
  });

  it("is folded, and opens the groups with a mistake or with what somebody else changed", async () => {
    const { ada, form, save } = await published();
    const page = await ada.get(form);
    expect(page.html.match(/settings-group"/g)).toHaveLength(3);
    expect(openIn(page.html)).toEqual([]);
    expect(openIn((await save({ answer_limit: "0", once: "person" })).html)).toEqual(["when", "who"]);
    await save({ redirect_url: "https://thanks.example/" });
    const other = { ...unchanged, redirect_url: "https://other.example/" };
    expect(openIn((await ada.submit(page, form, other)).html)).toEqual(["afterwards"]);
  });

  it("says that only participants can answer", async () => {
    const { platform, id, ada, form } = await published();
    await platform.store.surveys.changeSettings({ surveyId: id, settings: { onlyParticipants: true } });
    expect(toldBy((await ada.get(form)).html)[1]).toMatch(/^Only participants, /);
  });

  it("says what holds, not what was refused", async () => {
    const { save } = await published();
    const refused = await save({ answer_limit: "0", end_at: "2026-11-30T18:00" });
    expect(toldBy(refused.html)[0]).toBe("Without an end, any number of answers.");
  });

  it("says that a survey is paused", async () => {
    const { ada, address, form } = await published();
    await ada.submit(await ada.get(address), `${address}/state`, { state: "paused" });
    expect(toldBy((await ada.get(form)).html)[0]).toBe("Paused, without an end, any number of answers.");
  });

  it("has fields for a date and time, and one for text where something else was typed", async () => {
    const { save } = await published();
    const refused = await save({ started_at: "tomorrow", end_at: "2026-11-30T18:00" });
    const input = (id: string) => new RegExp(`<input id="${id}"[^>]*>`).exec(refused.html)?.[0];
    expect(input("started_at")).toContain('type="text"');
    expect(input("started_at")).toContain('value="tomorrow"');
    expect(input("end_at")).toContain('type="datetime-local"');
    expect(input("end_at")).toContain('value="2026-11-30T18:00"');
    expect(refused.html).toContain("In the time zone Asia/Shanghai.");
  });
});

describe("saving settings", () => {
  it("leaves times alone that a program set to the second", async () => {
    const { platform, id, settings, save, ada, form } = await published();
    const endAt = Date.parse("2026-12-31T15:59:59Z");
    await platform.store.surveys.changeSettings({ surveyId: id, settings: { endAt } });
    const shown = await ada.get(form);
    const [, end = ""] = /id="end_at" value="([^"]*)"/.exec(shown.html) ?? [];
    await save({ end_at: end, answer_limit: "5" });
    expect(await settings()).toMatchObject({ endAt, answerLimit: 5 });
  });

  it("asks for the password again when the form is refused, because no page shows it", async () => {
    const { ada, form, settings, save } = await published();
    const refused = await save({ password: "open sesame", answer_limit: "0" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('<a href="#password">');
    expect(refused.html).not.toContain("open sesame");
    const again = await ada.submit(refused, form, { ...unchanged, password: "open sesame" });
    expect(again.location).toBe(`${form}?notice=saved`);
    expect(await verifyPassword("open sesame", (await settings()).passwordHash)).toBe(true);
  });
});

describe("pausing and resuming", () => {
  it("changes the state, and nothing of a survey that was never published", async () => {
    const { ada, address, settings } = await published();
    const paused = await ada.submit(await ada.get(address), `${address}/state`);
    expect(paused.location).toBe(`${address}?notice=paused`);
    expect((await settings()).state).toBe(3);
    await ada.submit(await ada.get(address), `${address}/state`);
    expect((await settings()).state).toBe(2);
    const draft = await surveyOfAda();
    const page = await draft.ada.get(`${draft.address}/settings`);
    const { csrf } = Object.fromEntries(
      [...page.html.matchAll(/name="(csrf)" value="([^"]*)"/g)].map((m) => [m[1], m[2]]),
    );
    await draft.ada.post(`${draft.address}/state`, { csrf: csrf ?? "", state: "collecting" });
    expect((await draft.platform.store.surveys.findSettings(draft.id))?.state).toBe(0);
  });
});

describe("sharing", () => {
  it("shows the address, its QR code, a link for other pages and the custom arguments", async () => {
    const { ada, address, id, save } = await published();
    await save({ custom_arguments: "source" });
    const { html } = await ada.get(`${address}/share`);
    const [, publicAddress = ""] = /copyable[^>]*>(http:\/\/platform\.example\/s2\/[^<]*)</.exec(html) ?? [];
    expect(publicAddress).toMatch(new RegExp(`/s2/${id}/[0-9a-f]{16}/$`));
    expect(html).toContain(`${publicAddress}?source=…`);
    expect(html).toContain('<svg class="qr-code"');
    expect(html).toContain(`&lt;a href=&quot;${publicAddress}&quot;&gt;`);
  });
});

/** The page as both opened it, in the browser of one user. */
async function openedTwice() {
  const survey = await published();
  const page = await survey.ada.get(survey.form);
  const from = (fields: Readonly<Record<string, string>>) =>
    survey.ada.submit(page, survey.form, { ...unchanged, ...fields });
  return { ...survey, page, from };
}

describe("two editors of the settings of a survey", () => {
  it("both keep what they changed, when it is not the same setting", async () => {
    const { from, settings, form } = await openedTwice();
    const origins = "https://a.example\r\nhttps://b.example";
    await from({ answer_limit: "5", password: "open sesame", embed_origins: origins });
    const second = await from({ redirect_url: "https://thanks.example/" });
    expect(second.location).toBe(`${form}?notice=saved`);
    expect(await settings()).toMatchObject({
      answerLimit: 5,
      redirectUrl: "https://thanks.example/",
      embedOrigins: ["https://a.example", "https://b.example"],
    });
    expect((await settings()).passwordHash).not.toBe("");
  });

  it("see what the other changed where it is the same setting, and can save again", async () => {
    const { ada, from, settings, form } = await openedTwice();
    await from({ answer_limit: "5", sign_in: "on" });
    const second = await from({ answer_limit: "7", redirect_url: "https://thanks.example/" });
    expect(second.status).toBe(409);
    expect(second.html).toContain("Somebody else changed this at the same time");
    expect(second.html).toMatch(/Maximum number of answers<\/dt><dd>(<[^>]*>)*5</);
    expect(second.html).toMatch(/Respondents have to sign in<\/dt><dd>(<[^>]*>)*yes</);
    expect(second.html).toContain('value="7"');
    expect(second.html).toContain('value="https://thanks.example/"');
    expect(second.html).toMatch(/id="sign_in"[^>]*checked/);
    expect(await settings()).toMatchObject({ answerLimit: 5, redirectUrl: "" });
    const third = await ada.submit(second, form, {
      ...unchanged,
      answer_limit: "7",
      redirect_url: "https://thanks.example/",
      sign_in: "on",
    });
    expect(third.location).toBe(`${form}?notice=saved`);
    expect(await settings()).toMatchObject({
      answerLimit: 7,
      redirectUrl: "https://thanks.example/",
      requiresSignIn: true,
    });
  });

  it("do not replace a password that the other has just set", async () => {
    const { from, settings } = await openedTwice();
    await from({ password: "open sesame" });
    const { passwordHash } = await settings();
    const second = await from({ password: "another one" });
    expect(second.status).toBe(409);
    expect(second.html).not.toContain("another one");
    expect((await settings()).passwordHash).toBe(passwordHash);
  });

  it("lose nothing when they save at the same moment", async () => {
    const { from, settings } = await openedTwice();
    const saved = await Promise.all([
      from({ answer_limit: "5" }),
      from({ redirect_url: "https://thanks.example/" }),
      from({ address_limit: "9" }),
    ]);
    expect(saved.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await settings()).toMatchObject({
      answerLimit: 5,
      redirectUrl: "https://thanks.example/",
      addressLimit: 9,
    });
  });
});
