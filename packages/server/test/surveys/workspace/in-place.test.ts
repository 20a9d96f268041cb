import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Question } from "@survey-open-platform/surveys";
import { surveyOfAda } from "./support/survey-of-ada.ts";

const accept = { Accept: "text/vnd.turbo-stream.html, text/html" };

/** The parts of the page that a reply puts in place. */
function targets(html: string): readonly string[] {
  return [...html.matchAll(/<turbo-stream action="([a-z]+)" target="([^"]+)"/g)].map(
    ([, action, target]) => `${action} ${target}`,
  );
}

/** What the form of a choice sends, with its options in their order. */
function sent(question: Question, revision: number): Readonly<Record<string, string>> {
  const { title, type, options } = question;
  return {
    revision: String(revision),
    title,
    type,
    as: type,
    "order-option": ["-", ...options.map(({ id }) => id)].join(" "),
    ...Object.fromEntries(options.map(({ id, text }) => [`option-${id}`, text])),
    do: "keep",
  };
}

/** A survey, and a browser whose script writes in its place. */
async function opened() {
  const survey = await surveyOfAda();
  const { ada, address, draft, question } = survey;
  const first = await question(0);
  const form = `${address}/edit/questions/${first.id}`;
  const { html } = await ada.get(form);
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const keep = async (fields: Readonly<Record<string, string>>, at = form) =>
    ada.post(at, { csrf, ...sent(first, (await draft()).revision), ...fields }, accept);
  return { ...survey, first, form, csrf, keep };
}

describe("a question that is written in its place", () => {
  it("gets its form or its card alone where the script asks for that part of a page", async () => {
    const { ada, address, first, form } = await opened();
    const inForm = await ada.get(form, { "Turbo-Frame": `card-${first.id}` });
    expect(inForm.html).toContain(`<turbo-frame id="card-${first.id}"`);
    expect(inForm.html).toContain('id="question-form"');
    expect(inForm.html).not.toContain("<html");
    const card = await ada.get(`${address}/edit`, { "Turbo-Frame": `card-${first.id}` });
    expect(card.html).toMatch(/^<!doctype html><turbo-frame/);
    expect(card.html.length).toBeLessThan(10_000);
    const whole = await ada.get(`${address}/edit`, { "Turbo-Frame": "card-q-none" });
    expect(whole.html).toContain("<html");
  });

  it("is kept while it is written: only what holds for the whole survey comes back", async () => {
    const { keep, question, draft } = await opened();
    const kept = await keep({ title: "How was lunch?" });
    expect(kept.status).toBe(200);
    expect(kept.headers.get("content-type")).toContain("text/vnd.turbo-stream.html");
    expect(targets(kept.html)).toEqual(["replace editor-bar"]);
    expect(kept.headers.get("draft-revision")).toBe(String((await draft()).revision));
    expect((await question(0)).title).toBe("How was lunch?");
  });

  it("becomes its card again when its author leaves it", async () => {
    const { keep, first } = await opened();
    const left = await keep({ title: "How was lunch?", do: "save" });
    expect(targets(left.html)).toEqual(["replace editor-bar", `replace card-${first.id}`]);
    expect(left.html).not.toContain("question-form");
  });

  it("is one step of undoing, however often it was kept", async () => {
    const { keep, ada, address, question, first } = await opened();
    await keep({ title: "H" });
    await keep({ title: "Ho", continues: "on" });
    await keep({ title: "How", continues: "on", do: "save" });
    expect((await ada.get(`${address}/edit`)).html).toContain(`changes “${first.title}”`);
    await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: "undo" });
    expect((await question(0)).title).toBe(first.title);
    await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: "redo" });
    expect((await question(0)).title).toBe("How");
  });

  it("does not go on with what somebody else did in between", async () => {
    const { keep, platform, id, draft, ada, address, question } = await opened();
    await keep({ title: "Mine" });
    const seen = (await draft()).revision;
    const { definition, revision } = await draft();
    await platform.store.surveys.saveDraft({
      surveyId: id,
      revision,
      definition: { ...definition, title: "Theirs" },
    });
    await keep({ title: "Mine again", continues: "on", revision: String(seen) });
    await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: "undo" });
    expect((await draft()).definition.title).toBe("Theirs");
    expect((await question(0)).title).toBe("Mine");
  });

  it("is no conflict with itself when the reply was lost and the same form is sent again", async () => {
    const { keep, draft, question } = await opened();
    const before = String((await draft()).revision);
    await keep({ title: "H", revision: before });
    await keep({ title: "Ho", continues: "on" });
    const again = { title: "How", continues: "on", revision: String((await draft()).revision) };
    await keep(again);
    const { revision } = await draft();
    // Of what went on, only the end is kept.
    expect((await keep(again)).status).toBe(200);
    expect((await keep({ ...again, revision: before })).status).toBe(200);
    expect((await draft()).revision).toBe(revision);
    expect((await keep({ ...again, title: "Other", revision: before })).status).toBe(409);
    expect((await question(0)).title).toBe("How");
  });

  it("and a survey of two hundred are small: the page, and what comes back of a save", async () => {
    const questions = Array.from({ length: 200 }, (_, at) => {
      const separator = at > 0 && at % 20 === 0 ? "=== Page Break ===\n\n" : "";
      return `${separator}Question ${at + 1} of this survey?[Single Choice]\nFirst\nSecond\nThird\nFourth`;
    });
    const { ada, address, draft, question } = await surveyOfAda(`Large\n\n${questions.join("\n\n")}`);
    const { html } = await ada.get(`${address}/edit`);
    expect(gzipSync(html).length).toBeLessThan(150_000);
    const one = await question(100);
    const form = `${address}/edit/questions/${one.id}`;
    const csrf = /name="csrf" value="([^"]+)"/.exec((await ada.get(form)).html)?.[1] ?? "";
    for (const action of ["keep", "save"]) {
      const fields = { csrf, ...sent(one, (await draft()).revision), title: action, do: action };
      const saved = await ada.post(form, fields, accept);
      expect(saved.status).toBe(200);
      expect(saved.html.length).toBeLessThan(10_000);
    }
  });

  it("makes no version of the draft when nothing was changed", async () => {
    const { keep, draft } = await opened();
    const { revision } = await draft();
    await keep({ required: "on" });
    expect((await draft()).revision).toBe(revision);
  });

  it("has its options in the order of the form, with new ones between them, and no others", async () => {
    const { keep, question, first } = await opened();
    const [good, bad] = first.options.map(({ id }) => id);
    const fields = { "order-option": `- ${bad} o-900-ABCD ${good}`, "option-o-900-ABCD": "So so" };
    await keep(fields);
    // A form whose reply was lost is sent again.
    await keep(fields);
    const after = (await question(0)).options;
    expect(after.map(({ id, text }) => [id, text])).toEqual([
      [bad, "Bad"],
      ["o-900-ABCD", "So so"],
      [good, "Good"],
    ]);
    await keep({ "order-option": `- ${good}` });
    expect((await question(0)).options.map(({ id }) => id)).toEqual([good]);
  });

  it.each(["o-1", "q-1-abcd", "o-900-ABCD-x", "__proto__"])("takes no id such as %s", async (id) => {
    const { keep, question, first } = await opened();
    await keep({ "order-option": `- ${first.options[0]?.id} ${id}`, [`option-${id}`]: "New" });
    expect((await question(0)).options).toHaveLength(1);
  });

  it("takes no id that another question has", async () => {
    const { keep, question, first } = await opened();
    const [other] = (await question(2)).options;
    await keep({ "order-option": `- ${first.options[0]?.id} ${other?.id}`, [`option-${other?.id}`]: "Mine" });
    expect((await question(0)).options).toHaveLength(1);
    expect((await question(2)).options[0]).toEqual(other);
  });

  it("keeps an option whose text is empty for a moment, until its author leaves it", async () => {
    const { keep, question, first } = await opened();
    const [good] = first.options;
    await keep({ [`option-${good?.id}`]: "" });
    expect((await question(0)).options[0]).toEqual(good);
    await keep({ [`option-${good?.id}`]: "", do: "save" });
    expect((await question(0)).options.map(({ text }) => text)).toEqual(["Bad"]);
  });

  it("may be unfinished, and cannot be published then", async () => {
    const { keep, question, ada, address } = await opened();
    const kept = await keep({ title: "", "order-option": "-" });
    expect(kept.status).toBe(200);
    expect(await question(0)).toMatchObject({ title: "", options: [] });
    expect((await ada.get(`${address}/edit`)).html).not.toContain("Publish the survey");
  });

  it("says what is wrong, and stores nothing", async () => {
    const { keep, question, first } = await opened();
    const refused = await keep({ title: "x".repeat(1001) });
    expect(refused.status).toBe(400);
    expect(targets(refused.html)).toEqual(["update question-problems"]);
    expect(refused.html).toContain("This is too long.");
    expect((await question(0)).title).toBe(first.title);
  });

  it("shows the form with what somebody else changed in the same question, and what was written", async () => {
    const { keep, platform, id, draft, first, question } = await opened();
    const { definition, revision } = await draft();
    const pages = definition.pages.map((page) => ({
      ...page,
      questions: page.questions.map((one) => (one.id === first.id ? { ...one, title: "Theirs" } : one)),
    }));
    await platform.store.surveys.saveDraft({ surveyId: id, revision, definition: { ...definition, pages } });
    const conflict = await keep({ title: "Mine", revision: String(revision) });
    expect(conflict.status).toBe(409);
    expect(targets(conflict.html)).toEqual([`replace card-${first.id}`]);
    expect(conflict.html).toContain("Somebody else changed this at the same time");
    expect(conflict.html).toContain(">Mine</textarea>");
    expect((await question(0)).title).toBe("Theirs");
  });

  it("gets the fields of another type with everything that fits", async () => {
    const { keep, question, first } = await opened();
    const redrawn = await keep({ type: "checkbox" });
    expect(targets(redrawn.html)).toEqual(["replace editor-bar", `replace card-${first.id}`]);
    expect(redrawn.html).toContain('id="minlength"');
    expect(redrawn.html).not.toContain("left out");
    expect(await question(0)).toMatchObject({ type: "checkbox", options: first.options });
  });

  it("says how many parts another type has left out", async () => {
    const { keep, question } = await opened();
    const redrawn = await keep({ type: "text" });
    expect(redrawn.html).toContain("This type has no place for 2 parts of the question");
    expect(await question(0)).toMatchObject({ type: "text", options: [] });
  });

  it("is refused without the token of the session, and comes back as a page that keeps it", async () => {
    const { keep, question, first } = await opened();
    const refused = await keep({ title: "Mine", csrf: "wrong" });
    expect(refused.status).toBe(403);
    expect(refused.headers.get("content-type")).toContain("text/html");
    expect((await question(0)).title).toBe(first.title);
  });
});

describe("a question that is added in its place", () => {
  it("comes between the cards with an id, under which sending it again adds it only once", async () => {
    const { ada, address, csrf, draft, question, titles } = await opened();
    const [page] = (await draft()).definition.pages;
    const second = await question(1);
    const query = `page=${page?.id}&before=${second.id}&type=text`;
    const added = await ada.get(`${address}/edit/questions/new?${query}`, accept);
    expect(targets(added.html)).toEqual([`before add-${second.id}`]);
    const id = /name="id" value="([^"]+)"/.exec(added.html)?.[1] ?? "";
    expect(id).toMatch(/^q-\d+-[a-z]{4}$/);
    const fields = {
      csrf,
      id,
      page: page?.id ?? "",
      before: second.id,
      as: "text",
      type: "text",
      do: "keep",
    };
    const keep = async (title: string) =>
      ada.post(
        `${address}/edit/questions/new`,
        { ...fields, title, revision: String((await draft()).revision) },
        accept,
      );
    const first = await keep("Your n");
    expect(targets(first.html)).toEqual(["replace editor-bar", "replace editor-pages"]);
    const again = await keep("Your name?");
    expect(targets(again.html)).toEqual(["replace editor-bar"]);
    expect((await titles())[0]).toEqual(["How was it?", "Your name?", "Anything else?"]);
    expect((await question(1)).id).toBe(id);
  });

  it.each(["q-1", "", "q-1-ABCD", "p-1-abcd"])(
    "gets an id of the platform's own instead of %j",
    async (id) => {
      const { ada, address, csrf, draft, titles } = await opened();
      const [page] = (await draft()).definition.pages;
      const fields = { csrf, id, page: page?.id ?? "", as: "text", type: "text", title: "Name", do: "keep" };
      await ada.post(`${address}/edit/questions/new`, fields, accept);
      expect((await titles())[0]).toContain("Name");
      expect((await draft()).definition.pages[0]?.questions.at(-1)?.id).not.toBe(id);
    },
  );
});

describe("the page of a survey, where it changes in place", () => {
  it("gets what changes with a button, and what undoing would do then", async () => {
    const { ada, address, csrf, draft, question } = await opened();
    const { id, title } = await question(1);
    const fields = { csrf, revision: String((await draft()).revision), do: `remove ${id}` };
    const removed = await ada.post(`${address}/edit`, fields, accept);
    expect(targets(removed.html)).toEqual([
      "replace editor-notices",
      "replace editor-bar",
      "replace editor-pages",
    ]);
    expect(removed.html).toContain(`brings back “${title}”`);
    expect(removed.html).not.toContain(`id="card-${id}"`);
  });

  it("gets nothing as long as the draft is the one that it shows, and then what others changed", async () => {
    const { platform, ada, address, id, draft } = await opened();
    const { definition, revision } = await draft();
    const ask = () => ada.get(`${address}/edit?since=${revision}`, accept);
    expect((await ask()).status).toBe(204);
    await platform.store.surveys.saveDraft({
      surveyId: id,
      revision,
      definition: { ...definition, title: "Theirs" },
    });
    const changed = await ask();
    expect(targets(changed.html)).toContain("replace editor-pages");
    expect(changed.html).toContain("The title of the survey");
  });

  it("may show the preview in a frame of this origin, and no other page may", async () => {
    const { ada, address, question } = await opened();
    const edit = (await ada.get(`${address}/edit`)).headers.get("content-security-policy");
    expect(edit).toContain("frame-src 'self'");
    expect(edit).toContain("connect-src 'self'");
    expect(edit).toContain("frame-ancestors 'none'");
    const { id } = await question(2);
    const preview = await ada.get(`${address}/preview?in=editor&at=${id}`);
    expect(preview.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    expect(preview.headers.get("x-frame-options")).toBeNull();
    expect(preview.html).toContain("Would you come again?");
    expect(preview.html).not.toContain("Preview of the draft");
    for (const page of ["", "/settings", "/edit/texts", "/results"])
      expect((await ada.get(`${address}${page}`)).headers.get("content-security-policy")).not.toContain(
        "frame-src",
      );
  });
});
