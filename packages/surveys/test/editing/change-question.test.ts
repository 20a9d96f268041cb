import { describe, expect, it } from "vitest";
import {
  changeType,
  linkedEntriesOf,
  linkedLines,
  removeOption,
  writeOptionText,
} from "../../src/editing/change-question.ts";
import { lacksParts } from "../../src/logic/publication-obstacle.ts";
import { idMaker } from "../../src/model/ids.ts";
import { optionLabel } from "../../src/model/option-blanks.ts";
import { sampleOption, sampleQuestion } from "../logic/generated-survey.ts";

const randomBytes = (size: number) => new Uint8Array(size);
const options = [sampleOption("o-100-AAAA"), sampleOption("o-101-AAAA")];

describe("another type", () => {
  it("keeps the options that it has too, with their ids, and lacks the rows that it needs", () => {
    const question = sampleQuestion("q-1", "radio", { options, goto: "q-2" });
    const changed = changeType(question, "matrix_checkbox");
    expect(changed).toMatchObject({ id: "q-1", type: "matrix_checkbox", title: "q-1", goto: "q-2", options });
    expect([lacksParts(question), lacksParts(changed)]).toEqual([false, true]);
  });

  it("drops what it does not have", () => {
    const question = sampleQuestion("q-1", "matrix_star", { subTitles: [{ id: "g-1-A", text: "Row" }] });
    const changed = changeType(question, "text");
    expect(changed).toMatchObject({ subTitles: [], options: [], starNum: 0 });
  });
});

describe("blanks in the text of an option", () => {
  const question = sampleQuestion("q-1", "radio", { options });

  it("get ids, which they keep when the text around them changes", () => {
    const makeId = idMaker([], randomBytes);
    const once = writeOptionText(question, "o-101-AAAA", "Other ____ or ____", makeId);
    const twice = writeOptionText(once, "o-101-AAAA", "Another: ____, ____ or ____", makeId);
    const [, option] = twice.options;
    expect(option && optionLabel(twice, option)).toBe("Another: ____, ____ or ____");
    expect(twice.blank_setting.map(({ id }) => id)).toEqual([
      ...once.blank_setting.map(({ id }) => id),
      "fillblank-3AAA",
    ]);
    expect(twice.blank_setting.every(({ attach_id: owner }) => owner === "o-101-AAAA")).toBe(true);
    expect(removeOption(twice, "o-101-AAAA")).toMatchObject({ options: [options[0]], blank_setting: [] });
  });

  it("are plain text where the type has none", () => {
    const select = { ...question, type: "select" } as const;
    const written = writeOptionText(select, "o-101-AAAA", "Other ____", idMaker([], randomBytes));
    expect(written.options[1]?.text).toBe("Other ____");
    expect(written.blank_setting).toEqual([]);
  });
});

it("linked choices are read from the lines that they are written as; what stays keeps its id", () => {
  const makeId = idMaker([], randomBytes);
  const before = linkedEntriesOf(["Asia+China+Beijing", "Asia+Japan", "Europe"], [], makeId);
  expect(linkedLines({ groups: before })).toEqual(["Asia+China+Beijing", "Asia+Japan", "Europe"]);
  const after = linkedEntriesOf(["Africa", "Asia+China+Shanghai", "Asia＋Japan"], before, makeId);
  const idOf = (text: string, entries = after) => entries.find((entry) => entry.text === text)?.id;
  expect(idOf("Japan")).toBe(idOf("Japan", before));
  expect(idOf("China")).toBe(idOf("China", before));
  expect(before.map(({ id }) => id)).not.toContain(idOf("Shanghai"));
  expect(after.find(({ text }) => text === "Shanghai")?.parent).toBe(idOf("China"));
});
