import { describe, expect, it } from "vitest";
import { removeAccounts } from "../../../src/store/people/delete-account.ts";
import { declare } from "../../support/declare.ts";
import { userIdOf } from "../../support/routes/team-routes.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

describe("the page on which a survey is edited", () => {
  it("leads to the form of a new question of any type, and stores nothing before it is written", async () => {
    const { ada, address, draft, question } = await surveyOfAda();
    const [page] = (await draft()).definition.pages;
    const { id } = await question(1);
    const edit = await ada.get(`${address}/edit`);
    const place = `page=${page?.id}&amp;before=${id}`;
    expect(edit.html).toContain(`href="${address}/edit/add?${place}"`);
    const types = await ada.get(`${address}/edit/add?page=${page?.id}&before=${id}`);
    expect(types.html).toContain(`<input type="hidden" name="before" value="${id}"`);
    expect(types.html).toContain('value="matrix_radio"');
    const form = await ada.get(
      `${address}/edit/questions/new?page=${page?.id}&before=${id}&type=matrix_radio`,
    );
    expect(form.status).toBe(200);
    expect(form.html).toContain("Q2 · Table, one choice per row");
    expect((await draft()).revision).toBe(1);
  });

  it("moves, copies and deletes questions, and undoes the last change", async () => {
    const { ada, address, question, titles } = await surveyOfAda();
    const { id } = await question(1);
    const act = async (action: string) =>
      ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: action });
    const before = await titles();
    await act(`down ${id}`);
    expect(await titles()).toEqual([["How was it?"], ["Anything else?", "Would you come again?"]]);
    await act(`up ${id}`);
    expect(await titles()).toEqual(before);
    await act(`copy ${id}`);
    expect((await titles())[0]).toEqual(["How was it?", "Anything else?", "Anything else?"]);
    const removed = await act(`remove ${id}`);
    expect((await ada.get(removed.location ?? "")).html).toContain("The question was deleted.");
    expect(await titles()).toEqual(before);
    const undone = await act("undo");
    expect(undone.location).toContain("notice=undone");
    expect((await titles())[0]).toEqual(["How was it?", "Anything else?", "Anything else?"]);
  });

  it("puts a question where it was dragged to, on any page, and takes no place that is none", async () => {
    const { ada, address, draft, question, titles } = await surveyOfAda();
    const [first, second, third] = [await question(0), await question(1), await question(2)];
    const pages = (await draft()).definition.pages.map(({ id }) => id);
    const act = async (action: string) =>
      ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: action });
    const placed = await act(`place ${third.id} ${second.id} ${pages[0]}`);
    expect(placed.location).toBe(`${address}/edit?notice=saved#card-${third.id}`);
    expect(await titles()).toEqual([["How was it?", "Would you come again?", "Anything else?"], []]);
    await act(`place ${first.id} - ${pages[1]}`);
    const moved = [["Would you come again?", "Anything else?"], ["How was it?"]];
    expect(await titles()).toEqual(moved);
    for (const nowhere of [`place ${first.id} - p-none`, `place q-none - ${pages[0]}`, "place"])
      expect((await act(nowhere)).location).not.toContain("notice=");
    expect(await titles()).toEqual(moved);
  });

  it("adds, joins, moves and deletes pages", async () => {
    const { ada, address, draft, titles } = await surveyOfAda();
    const pageAt = async (at: number) => (await draft()).definition.pages[at]?.id;
    const act = async (action: string) =>
      ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: action });
    await act(`add-page ${await pageAt(0)}`);
    expect((await titles()).map(({ length }) => length)).toEqual([2, 0, 1]);
    await act(`page-up ${await pageAt(2)}`);
    expect((await titles()).map(({ length }) => length)).toEqual([2, 1, 0]);
    await act(`place-page ${await pageAt(1)} ${await pageAt(0)}`);
    expect((await titles()).map(({ length }) => length)).toEqual([1, 2, 0]);
    await act(`place-page ${await pageAt(0)} ${await pageAt(2)}`);
    await act(`join-page ${await pageAt(1)}`);
    expect((await titles()).map(({ length }) => length)).toEqual([3, 0]);
    await act(`remove-page ${await pageAt(0)}`);
    expect(await titles()).toEqual([[]]);
  });

  it("keeps the change of another editor, and says what that one changed", async () => {
    const { platform, ada, address, id, draft, question, titles } = await surveyOfAda();
    const seen = await ada.get(`${address}/edit`);
    const { definition, revision } = await draft();
    const theirs = { ...definition, title: "Their title" };
    await platform.store.surveys.saveDraft({ surveyId: id, revision, definition: theirs });
    const done = await ada.submit(seen, `${address}/edit`, { do: `copy ${(await question(0)).id}` });
    expect((await titles())[0]).toHaveLength(3);
    expect((await draft()).definition.title).toBe("Their title");
    const after = await ada.get(done.location?.split("#")[0] ?? "");
    expect(after.html).toContain("Somebody else changed this survey in the meantime");
    expect(after.html).toContain("The title of the survey");
  });

  it("names the other editor, on the page and to one that asks what is new, as long as there is such an account", async () => {
    const { platform, ada, address, id, draft, question } = await surveyOfAda();
    await declare(platform, { users: [{ username: "lin", nickname: "Lin" }] });
    const lin = await userIdOf(platform, "lin");
    const seen = await ada.get(`${address}/edit`);
    const { definition, revision } = await draft();
    const theirs = { ...definition, title: "Their title" };
    await platform.store.surveys.saveDraft({ surveyId: id, revision, definition: theirs, editorUserId: lin });
    const turbo = { accept: "text/vnd.turbo-stream.html, text/html" };
    const newer = await ada.get(`${address}/edit?since=${revision}`, turbo);
    expect(newer.html).toContain("Lin changed this survey in the meantime");
    const done = await ada.submit(seen, `${address}/edit`, { do: `copy ${(await question(0)).id}` });
    const named = done.location?.split("#")[0] ?? "";
    expect((await ada.get(named)).html).toContain("Lin changed this survey in the meantime");
    await platform.database.write((transaction) => removeAccounts(transaction, [lin]));
    expect((await ada.get(named)).html).toContain("Somebody else changed this survey in the meantime");
  });

  it("undoes several changes one after the other, and redoes them as far as undoing went", async () => {
    const { platform, id, ada, address, draft } = await surveyOfAda();
    const save = async (title: string) => {
      const { definition, revision } = await draft();
      await platform.store.surveys.saveDraft({
        surveyId: id,
        revision,
        definition: { ...definition, title },
      });
    };
    for (const title of ["one", "two", "three"]) await save(title);
    const press = async (action: string) => {
      await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: action });
      return (await draft()).definition.title;
    };
    expect([await press("undo"), await press("undo")]).toEqual(["two", "one"]);
    expect([await press("redo"), await press("redo"), await press("redo")]).toEqual([
      "two",
      "three",
      "three",
    ]);
    expect((await ada.get(`${address}/edit`)).html).toMatch(/value="redo" disabled/);
    expect([await press("undo"), await press("undo")]).toEqual(["two", "one"]);
    await save("four");
    expect(await press("redo")).toBe("four");
    expect(await press("undo")).toBe("one");
  });

  it("does not undo what another editor did after the page was opened", async () => {
    const { platform, ada, address, id, draft, question } = await surveyOfAda();
    await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, {
      do: `copy ${(await question(0)).id}`,
    });
    const seen = await ada.get(`${address}/edit`);
    const { definition, revision } = await draft();
    const theirs = { ...definition, title: "Their title" };
    await platform.store.surveys.saveDraft({ surveyId: id, revision, definition: theirs });
    await ada.submit(seen, `${address}/edit`, { do: "undo" });
    expect((await draft()).definition).toEqual(theirs);
  });

  it("makes ids that no version of the survey has ever had", async () => {
    const { ada, address, draft, question } = await surveyOfAda();
    const { id } = await question(2);
    await ada.submit(await ada.get(address), `${address}/publish`);
    const [, page] = (await draft()).definition.pages;
    await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: `remove ${id}` });
    const form = `${address}/edit/questions/new`;
    await ada.submit(await ada.get(`${form}?page=${page?.id}&type=text`), form, {
      title: "Name",
      type: "text",
    });
    const added = await question(2);
    expect(Number(added.id.split("-")[1])).toBeGreaterThan(Number(id.split("-")[1]));
  });
});
