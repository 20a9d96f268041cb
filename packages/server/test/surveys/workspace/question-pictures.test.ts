import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { picturesOfQuestion, type Question, writeArchive } from "@survey-open-platform/surveys";
import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { operatorOf } from "../../../src/operating/commands/operator.ts";
import { archiveSource } from "../../../src/store/surveys/archive-source.ts";
import { importArchive } from "../../../src/store/surveys/import-archive.ts";
import { formsOf } from "../../support/browser.ts";
import { makeFolder } from "../../operating/commands/support/sop-process.ts";
import type { TestPlatform } from "../../support/test-platform.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

const byOperator = { actor: operatorOf("import"), keepsPasswords: true } as const;

const red = { create: { width: 800, height: 600, channels: 3, background: "#c81e1e" } } as const;

type Sent = Readonly<Record<string, string | Uint8Array>>;

/** The first question of a survey, whose form is sent with its files, as a browser does it. */
async function opened() {
  const survey = await surveyOfAda();
  const { ada, address, question } = survey;
  const { id } = await question(0);
  const form = `${address}/edit/questions/${id}`;
  const send = async (fields: Sent, headers: Readonly<Record<string, string>> = {}) => {
    const page = formsOf((await ada.get(form)).html).find(({ action }) => action === form);
    const { title, type, options }: Question = await question(0);
    const texts = options.map((option) => [`option-${option.id}`, option.text] as const);
    const body = new FormData();
    const all = { ...page?.hidden, title, type, do: "save", ...Object.fromEntries(texts), ...fields };
    for (const [name, value] of Object.entries(all))
      body.append(name, typeof value === "string" ? value : new File([new Uint8Array(value)], "a.png"));
    return ada.send(form, { method: "POST", body, headers });
  };
  return { ...survey, form, send, png: await sharp(red).png().toBuffer() };
}

const inPlace = { Accept: "text/vnd.turbo-stream.html" };

describe("the picture of a question", () => {
  it("is taken with its text, and shown in the editor, in the preview and to respondents", async () => {
    const { ada, address, platform, id, send, question, draft, png } = await opened();
    const saved = await send({ "picture-file": png, "picture-alt": "A red square" });
    expect(saved.status).toBe(303);
    const { picture } = await question(0);
    expect(picture).toMatchObject({ alt: "A red square", width: 800, height: 600 });
    const shown = `src="/survey-pictures/${picture?.id}.webp" alt="A red square" width="800" height="600"`;
    for (const page of [`${address}/edit`, `${address}/preview`])
      expect((await ada.get(page)).html).toContain(shown);
    await platform.store.surveys.publishSurvey({ surveyId: id, revision: (await draft()).revision });
    const [link = ""] = /\/s2\/\d+\/[0-9a-f]{16}\//.exec((await ada.get(`${address}/share`)).html) ?? [];
    expect((await ada.get(link)).html).toContain(shown);
    expect((await ada.get(`/survey-pictures/${picture?.id}.webp`)).status).toBe(200);
  });

  it("keeps its text when the question is changed, and goes when its box is ticked", async () => {
    const { send, question, png } = await opened();
    await send({ "picture-file": png, "picture-alt": "A square" });
    const { picture } = await question(0);
    await send({ title: "Another title", "picture-alt": "A red square" });
    expect(await question(0)).toMatchObject({
      title: "Another title",
      picture: { ...picture, alt: "A red square" },
    });
    await send({ "picture-remove": "on" });
    expect(await question(0)).not.toHaveProperty("picture");
  });

  it("is named on the check list as long as it has no text", async () => {
    const { ada, address, send, question, png } = await opened();
    await send({ "picture-file": png });
    const { id } = await question(0);
    const words = "has no text for people who do not see it";
    const before = (await ada.get(`${address}/edit`)).html;
    expect(before).toContain(words);
    expect(before).toContain(`href="${address}/edit/questions/${id}"`);
    await send({ "picture-alt": "A red square" });
    expect((await ada.get(`${address}/edit`)).html).not.toContain(words);
  });

  it("is not made of another file, and what was typed stays", async () => {
    const { send, question } = await opened();
    const refused = await send({ title: "New", "picture-file": Buffer.from("<svg/>"), "picture-alt": "A" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("This is no PNG, JPEG or WebP file.");
    expect(refused.html).toContain(">New</textarea>");
    expect(await question(0)).toMatchObject({ title: "How was it?" });
  });

  it("is asked for again when something else is wrong", async () => {
    const { send, question, png } = await opened();
    const refused = await send({ title: "", "picture-file": png });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Choose the file again");
    expect(await question(0)).not.toHaveProperty("picture");
  });

  it("comes into the open form when a script sends it, and into no other field", async () => {
    const { send, question, png } = await opened();
    const kept = await send({ "picture-file": png, "picture-alt": "Red", do: "keep" }, inPlace);
    const { picture } = await question(0);
    expect(kept.html).toContain('<turbo-stream action="update" target="picture-view">');
    expect(kept.html).toContain(`/survey-pictures/${picture?.id}.webp`);
    const later = await send({ "picture-alt": "A red square", do: "keep" }, inPlace);
    expect(later.html).not.toContain("picture-view");
    expect((await question(0)).picture).toEqual({ ...picture, alt: "A red square" });
  });
});

describe("the pictures of options", () => {
  it("are small, belong to their options, and are seen by respondents", async () => {
    const { ada, address, send, question, png } = await opened();
    const [good, bad] = (await question(0)).options;
    await send({ [`picture-file-${bad?.id}`]: png, [`picture-alt-${bad?.id}`]: "A red square" });
    const [first, second] = (await question(0)).options;
    expect(first).toEqual(good);
    expect(second?.picture).toMatchObject({ alt: "A red square", width: 640, height: 480 });
    expect((await ada.get(`${address}/preview`)).html).toContain(
      `/survey-pictures/${second?.picture?.id}.webp`,
    );
  });

  it("stay when the options become a list that opens, and are seen again afterwards", async () => {
    const { send, question, png } = await opened();
    const [good] = (await question(0)).options;
    await send({ [`picture-file-${good?.id}`]: png });
    const { options } = await question(0);
    await send({ type: "select" });
    await send({ type: "radio" });
    expect((await question(0)).options).toEqual(options);
  });
});

/** The first question of a survey that was exported and imported again: of its first version, and of its draft. */
async function throughArchive({ store }: TestPlatform, surveyId: number) {
  const chunks: Uint8Array[] = [];
  const source = archiveSource(store, { withParticipants: false });
  for await (const chunk of writeArchive(source, [surveyId])) chunks.push(chunk);
  const file = join(makeFolder(), "a.sop.zip");
  writeFileSync(file, Buffer.concat(chunks));
  // What is seen afterwards came in with the archive.
  await store.surveys.deleteSurvey(surveyId);
  const how = { owner: { ownerId: 1, creatorUserId: 1 }, uploads: undefined, ...byOperator };
  const made = await importArchive(store, () => createReadStream(file), how);
  if (!("length" in made)) throw new Error(made.problem);
  const [copy = 0] = made;
  const [version] = await store.surveys.definitionsOf(copy);
  const draft = await store.surveys.findDraft(copy);
  return [version, draft].map((one) => one?.definition.pages[0]?.questions[0]);
}

describe("an archive", () => {
  it("brings the pictures of every version, decoded and written again, under ids of their own", async () => {
    const { platform, id, send, question, draft, png } = await opened();
    const [good] = (await question(0)).options;
    await send({ "picture-file": png, "picture-alt": "Red", [`picture-file-${good?.id}`]: png });
    await platform.store.surveys.publishSurvey({ surveyId: id, revision: (await draft()).revision });
    await send({ "picture-remove": "on" });
    const [published, drafted] = await throughArchive(platform, id);
    expect(published?.picture).toMatchObject({ alt: "Red", width: 800, height: 600 });
    const pictures = published === undefined ? [] : picturesOfQuestion(published);
    expect(pictures).toHaveLength(2);
    for (const { id: pictureId, width } of pictures) {
      const content = await platform.store.surveys.findPicture(pictureId);
      expect(await sharp(content).metadata()).toMatchObject({ format: "webp", width });
    }
    expect(drafted).not.toHaveProperty("picture");
    expect(drafted?.options).toEqual(published?.options);
  });
});
