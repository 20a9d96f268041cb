import { describe, expect, it } from "vitest";
import { Browser, formsOf } from "../../support/browser.ts";
import { databaseContents } from "../../support/database-contents.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

describe("the preview", () => {
  it("goes through the draft by its rules, back and on, and stores nothing", async () => {
    const { platform, ada, address, question } = await surveyOfAda();
    const [first, second, third] = [await question(0), await question(1), await question(2)];
    const logic = `${address}/edit/logic`;
    await ada.submit(await ada.get(logic), logic, { rules: "if Q1 = A1 then hide Q2" });
    const preview = `${address}/preview`;
    const before = await databaseContents(platform);
    const start = await ada.get(preview);
    expect(start.html).toContain("How was it?");
    const missing = await ada.submit(start, preview, { action: "next" });
    expect(missing.status).toBe(400);
    const next = await ada.submit(start, preview, {
      action: "next",
      [first.id]: first.options[0]?.id ?? "",
      [second.id]: "typed",
    });
    expect(next.html).toContain("Would you come again?");
    expect(next.html).not.toContain("How was it?");
    const back = await ada.submit(next, preview, { action: "back" });
    expect(back.html).toMatch(new RegExp(`value="${first.options[0]?.id}"[^>]* checked`));
    expect(back.html).not.toContain("Anything else?");
    const end = await ada.submit(next, preview, {
      action: "next",
      [third.id]: third.options[0]?.id ?? "",
    });
    expect(end.html).toContain("The end of the survey");
    expect(await databaseContents(platform)).toEqual(before);
  });

  it("keeps what is on its page when another language is chosen, and has the footer that respondents see", async () => {
    const { ada, address, question } = await surveyOfAda();
    const first = await question(0);
    const preview = `${address}/preview`;
    const given = { action: "stay", [first.id]: first.options[0]?.id ?? "" };
    const { hidden = {} } =
      formsOf((await ada.get(preview)).html).find((form) => "shown" in form.hidden) ?? {};
    const shown = await ada.post(`${preview}?lang=zh-CN`, { ...hidden, ...given });
    expect(shown.html).toContain('<html lang="zh-CN">');
    expect(shown.html).toMatch(new RegExp(`value="${first.options[0]?.id}"[^>]* checked`));
    expect(shown.html).toContain("您的答卷只供这份问卷的制作者查看。");
  });

  it("shows a page with the questions that respondents get, word for word", async () => {
    const { platform, ada, address, id } = await surveyOfAda();
    await ada.submit(await ada.get(address), `${address}/publish`);
    const settings = await platform.database.reader.kysely
      .selectFrom("surveys")
      .select("hash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const real = await new Browser(platform).get(`/s2/${id}/${settings.hash}/`);
    const preview = await ada.get(`${address}/preview`);
    expect(questionsOf(preview.html)).toEqual(questionsOf(real.html));
    expect(questionsOf(preview.html)).toHaveLength(2);
  });
});

/** The questions of a page, as they are in the HTML. */
function questionsOf(html: string): readonly string[] {
  const [, form = ""] =
    /<form method="post"[^>]*class="survey-form"[^>]*>(.*?)<div class="actions survey-actions">/s.exec(
      html,
    ) ?? [];
  return form.split(/(?=<(?:fieldset|div) class="question")/).slice(1);
}
