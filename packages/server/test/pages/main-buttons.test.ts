import { expect, it } from "vitest";
import { allRoutes } from "../support/routes/all-routes.ts";
import { openRow, sendRow } from "../support/routes/open-row.ts";
import { formsWithAnotherFirstButton } from "./main-buttons.ts";

const shown = allRoutes.filter(({ method, status }) => method === "GET" && status === 200);

it.each(shown)("Enter in a field of $path does what the main button of its form does", async (row) => {
  const opened = await openRow(row);
  const page = await sendRow(opened, opened.owner);
  expect(formsWithAnotherFirstButton(page.html)).toEqual([]);
});

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
