import { describe, expect, it } from "vitest";
import { surveyOfAda } from "./support/survey-of-ada.ts";

describe("the texts of a survey", () => {
  it("are saved, and a conflict shows what the other editor wrote", async () => {
    const { platform, ada, address, id, draft } = await surveyOfAda();
    const form = `${address}/edit/texts`;
    const seen = await ada.get(form);
    const mine = { title: "Mine", prefix: "Hello", suffix: "Bye", scene: "8" };
    expect((await ada.submit(seen, form, mine)).status).toBe(303);
    expect((await draft()).definition).toMatchObject({ title: "Mine", suffix: "Bye", scene: 8 });
    const opened = await ada.get(form);
    const { definition, revision } = await draft();
    await platform.store.surveys.saveDraft({
      surveyId: id,
      revision,
      definition: { ...definition, title: "Theirs" },
    });
    const conflict = await ada.submit(opened, form, mine);
    expect(conflict.status).toBe(409);
    expect(conflict.html).toContain('<bdi class="name">Theirs</bdi>');
    expect((await ada.submit(conflict, form, mine)).status).toBe(303);
    expect((await draft()).definition.title).toBe("Mine");
  });

  it("a mistake hides no change of another editor", async () => {
    const { platform, ada, address, id, draft } = await surveyOfAda();
    const form = `${address}/edit/texts`;
    const opened = await ada.get(form);
    const { definition, revision } = await draft();
    const theirs = { ...definition, title: "Theirs" };
    await platform.store.surveys.saveDraft({ surveyId: id, revision, definition: theirs });
    const refused = await ada.submit(opened, form, { title: "", prefix: "", suffix: "", scene: "1" });
    expect(refused.status).toBe(400);
    const corrected = { title: "Mine", prefix: "", suffix: "", scene: "1" };
    expect((await ada.submit(refused, form, corrected)).status).toBe(409);
    expect((await draft()).definition.title).toBe("Theirs");
  });
});

describe("the rules of a survey", () => {
  const rules = "if Q1 = A1 then hide Q2\nbranch from P1 to END";

  it("are read from lines and shown as lines again", async () => {
    const { ada, address, draft, question } = await surveyOfAda();
    const form = `${address}/edit/logic`;
    expect((await ada.submit(await ada.get(form), form, { rules: `${rules}\r\n` })).status).toBe(303);
    const [first, second] = [await question(0), await question(1)];
    expect((await draft()).definition.logic.rules).toMatchObject([
      { kind: "hide", target: second.id, when: { question: first.id, options: [first.options[0]?.id] } },
      { kind: "branch", from: (await draft()).definition.pages[0]?.id, to: "END" },
    ]);
    expect((await ada.get(form)).html).toContain(`>${rules}</textarea>`);
  });

  it("are refused with the place of each mistake, and stay in the form", async () => {
    const { ada, address, draft } = await surveyOfAda();
    const form = `${address}/edit/logic`;
    const refused = await ada.submit(await ada.get(form), form, { rules: `${rules}\nif Q9 then hide Q2` });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Line 3, character 4 (“Q9”): There is no such question or page.");
    expect(refused.html).toContain("if Q9 then hide Q2</textarea>");
    expect((await draft()).definition.logic.rules).toEqual([]);
  });

  it("name what the author saw, even if another editor has moved questions since", async () => {
    const { ada, address, draft, question } = await surveyOfAda();
    const form = `${address}/edit/logic`;
    const seen = await ada.get(form);
    const [first, second] = [await question(0), await question(1)];
    await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: `up ${second.id}` });
    await ada.submit(seen, form, { rules: "if Q1 answered then hide Q2" });
    expect((await draft()).definition.logic.rules).toMatchObject([
      { when: { question: first.id }, target: second.id },
    ]);
  });

  it("name what the author saw after a mistake as well", async () => {
    const { ada, address, draft, question } = await surveyOfAda();
    const form = `${address}/edit/logic`;
    const seen = await ada.get(form);
    const [first, second] = [await question(0), await question(1)];
    await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: `up ${second.id}` });
    const refused = await ada.submit(seen, form, { rules: "if Q1 answered then hid Q2" });
    expect(refused.status).toBe(400);
    await ada.submit(refused, form, { rules: "if Q1 answered then hide Q2" });
    expect((await draft()).definition.logic.rules).toMatchObject([
      { when: { question: first.id }, target: second.id },
    ]);
  });
});
