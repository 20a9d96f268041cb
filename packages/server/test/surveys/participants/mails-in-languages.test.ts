import { describe, expect, test } from "vitest";
import { queueMailings } from "../../../src/store/surveys/survey-mailing-table.ts";
import { giveAddress, mailDelivererOf } from "../../support/mail-server.ts";
import { invited } from "./support/invited.ts";

const people = `email,name,language
ada@mail.example,Ada,de-AT
bob@mail.example,Bob,fr
eve@mail.example,Eve,
wei@mail.example,Wei,zh-CN
`;

const texts = {
  subject: "Lunch, {name}?",
  body: "Hello {name}",
  "subject-de": "Mittag, {name}?",
  "body-de": "Hallo {name}",
} as const;

/** A survey in English, German and Chinese, and the form of a mail to its participants. */
async function opened() {
  const survey = await invited({}, true);
  const { platform, author, path, add, server, mail } = survey;
  if (mail === undefined || server === undefined) throw new Error("there is no mail server");
  const { surveys } = platform.store;
  const draft = await surveys.findDraft(survey.survey.id);
  if (draft === undefined) throw new Error("there is no draft");
  const translations = { de: { title: "Mittag" }, "zh-CN": {} };
  await platform.database.write(({ kysely }) =>
    kysely
      .updateTable("survey_versions")
      .set({ definition: JSON.stringify({ ...draft.definition, language: "en", translations }) })
      .where("survey_id", "=", survey.survey.id)
      .execute(),
  );
  await add(people);
  const write = async (fields: Readonly<Record<string, string>>) => {
    const form = { kind: "invitation", at: "", ...texts, ...fields };
    return author.submit(await author.get(`${path}/mail`), `${path}/mail`, form);
  };
  const deliver = async () => {
    for (const store of platform.stores) await store.write(queueMailings);
    await mailDelivererOf(platform, mail).deliverDue();
    return Object.fromEntries(server.mails.map(({ to, parsed }) => [to[0], parsed.subject]));
  };
  return { ...survey, write, deliver };
}

describe("a mail to participants of a survey in several languages", () => {
  test("is in the language of each, and in the survey's own where nothing was written in theirs", async () => {
    const { write, deliver, platform, server } = await opened();
    const previewed = await write({ do: "preview" });
    expect(previewed.html).toContain("To ada@mail.example · German");
    expect(previewed.html).toContain("Hallo Ada");
    expect(previewed.html).toContain("Hello Bob");
    expect((await write({ do: "send" })).status).toBe(303);
    expect(await deliver()).toEqual({
      "ada@mail.example": "Mittag, Ada?",
      "bob@mail.example": "Lunch, Bob?",
      "eve@mail.example": "Lunch, Eve?",
      "wei@mail.example": "Lunch, Wei?",
    });
    platform.clock.now += 2 * 3_600_000;
    const chinese = { "subject-zh-CN": "午餐", "body-zh-CN": "{name}，您好" };
    expect((await write({ kind: "reminder", do: "send", ...chinese })).status).toBe(303);
    expect(await deliver()).toMatchObject({
      "ada@mail.example": "Mittag, Ada?",
      "wei@mail.example": "午餐",
    });
    expect(server?.mails).toHaveLength(8);
  });

  test("is tried in each language that was written", async () => {
    const { write, platform, server, deliver } = await opened();
    await giveAddress(platform, "ada", "author@mail.example");
    expect((await write({ do: "test" })).html).toContain("Hallo Ada");
    await deliver();
    expect(server?.mails.map(({ parsed }) => parsed.subject).toSorted()).toEqual(["Lunch,?", "Mittag,?"]);
  });

  test("needs a subject and a text in a language, or neither, and sends nothing else", async () => {
    const { write, deliver } = await opened();
    const refused = await write({ do: "send", "body-de": "" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('href="#body-de"');
    expect(await deliver()).toEqual({});
  });
});
