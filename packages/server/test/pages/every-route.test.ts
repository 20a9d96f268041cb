import { expect, it } from "vitest";
import { allRoutes } from "../support/routes/all-routes.ts";
import { openRow, sendRow } from "../support/routes/open-row.ts";
import { formsWithAnotherFirstButton } from "./main-buttons.ts";
import { pageRules } from "./page-rules.ts";

const shown = allRoutes.filter(({ status }) => status === 200);

it.each(shown)(
  "$method $path follows the rules of every page, and scripts may run where there is one",
  async (row) => {
    const opened = await openRow(row);
    const { html, headers } = await sendRow(opened, opened.owner);
    if (headers.get("content-type")?.startsWith("text/html"))
      for (const expectRule of Object.values(pageRules)) expectRule(html);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy.includes("script-src")).toBe(html.includes("<script "));
  },
);

it("takes a form whose first button moves something for wrong, wherever the button is", () => {
  const move = `<button type="submit" class="button button-quiet" name="do" value="down 1">`;
  const save = `<button type="submit" class="button button-primary" name="do" value="save">`;
  const wrong = `<form id="a"><input name="title" type="text"/>${move}${save}</form>`;
  expect(formsWithAnotherFirstButton(wrong)).toEqual([`<form id="a">`]);
  expect(formsWithAnotherFirstButton(wrong.replace(move, save))).toEqual([]);
  const elsewhere = `<form id="a">${save}${move}</form><input name="title" form="a"/>`;
  expect(formsWithAnotherFirstButton(elsewhere)).toEqual([]);
  expect(formsWithAnotherFirstButton(elsewhere.replace(save, ""))).toEqual([]);
  expect(formsWithAnotherFirstButton(elsewhere.replace(save + move, move + save))).toHaveLength(1);
});
