import { describe, expect, it } from "vitest";
import { surveyOfAda } from "./support/survey-of-ada.ts";

const letters = "A B C D E F G H I J K L".split(" ");

/** The form of the first question of a survey of one question. */
async function openForm(type: string, options: readonly string[] = []) {
  const survey = await surveyOfAda(["Letters", "", "", `Which?[${type}]`, ...options].join("\n"));
  const { ada, address, question } = survey;
  const form = `${address}/edit/questions/${(await question(0)).id}`;
  const save = async (fields: Readonly<Record<string, string>>) =>
    ada.submit(await ada.get(form), form, { title: "Which?", do: "save", ...fields });
  return { ...survey, form, save, preview: async () => (await ada.get(`${address}/preview`)).html };
}

/** Whether the form of a choice offers a list that opens, and what it is after that was asked for. */
async function dropdown(options: readonly string[]) {
  const { ada, form, save, question } = await openForm("Single Choice", options);
  const texts = (await question(0)).options.map(({ id }, at) => [`option-${id}`, options[at] ?? ""]);
  const isOffered = (await ada.get(form)).html.includes('value="dropdown"');
  await save({ ...Object.fromEntries(texts), type: "radio", layout: "dropdown" });
  return [isOffered, (await question(0)).type, (await question(0)).options.length];
}

describe("the layout of options", () => {
  it("is a list, or some columns that respondents see", async () => {
    const { save, preview, question } = await openForm("Single Choice", ["A", "B"]);
    const [a, b] = (await question(0)).options;
    const options = { [`option-${a?.id}`]: "A", [`option-${b?.id}`]: "B", type: "radio" };
    await save({ ...options, layout: "3" });
    expect((await question(0)).maxRow).toBe(3);
    expect(await preview()).toContain('<div class="options" data-columns="3">');
    await save({ ...options, layout: "9" });
    expect((await question(0)).maxRow).toBe(1);
    expect(await preview()).not.toContain("data-columns");
  });

  it("can be a list that opens from twelve options on, and stays what it is with fewer or with a blank", async () => {
    expect(await dropdown(letters)).toEqual([true, "select", 12]);
    expect(await dropdown(letters.slice(1))).toEqual([false, "radio", 11]);
    expect(await dropdown([...letters.slice(1), "Other: ____"])).toEqual([false, "radio", 12]);
  });
});

describe("the example in a text field", () => {
  it.each(["Single Line Text", "Multiple Line Text", "Phone Number", "Location"])(
    "of %s is seen by respondents, is translated, and goes when it is emptied",
    async (label) => {
      const { ada, address, save, preview, question } = await openForm(label);
      const { type } = await question(0);
      const settings = { type, required: "on", rows: "4", cols: "60", maxlength: "0" };
      await save({ ...settings, placeholder: "Such as <this>" });
      expect((await question(0)).placeholder).toBe("Such as <this>");
      expect(await preview()).toContain('placeholder="Such as &lt;this&gt;"');
      const languages = `${address}/edit/languages`;
      await ada.submit(await ada.get(languages), languages, { do: "language", language: "en" });
      await ada.submit(await ada.get(languages), languages, { do: "add", add: "de" });
      expect((await ada.get(`${languages}?to=de`)).html).toContain("Such as &lt;this&gt;");
      await save({ ...settings, placeholder: " " });
      expect(await question(0)).not.toHaveProperty("placeholder");
      expect(await preview()).not.toContain("placeholder=");
    },
  );

  it("is at most 100 characters long", async () => {
    const { save } = await openForm("Single Line Text");
    const fields = { type: "text", maxlength: "0" };
    expect((await save({ ...fields, placeholder: "x".repeat(101) })).status).toBe(400);
    expect((await save({ ...fields, placeholder: "x".repeat(100) })).status).toBe(303);
  });
});

describe("another action than those of the page of languages", () => {
  it("is refused", async () => {
    const { ada, address } = await surveyOfAda();
    const languages = `${address}/edit/languages`;
    const page = await ada.get(languages);
    expect((await ada.submit(page, languages, { do: "rename", rename: "de" })).status).toBe(400);
  });
});
