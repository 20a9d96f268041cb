import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { idMaker, type PartKind } from "../../src/model/ids.ts";

const forms: Readonly<Record<PartKind, RegExp>> = {
  page: /^p-\d+-[a-z]{4}$/,
  question: /^q-\d+-[a-z]{4}$/,
  option: /^o-\d+-[A-Z]{4}$/,
  row: /^g-\d+-[A-Z]{4}$/,
  blank: /^fillblank-\d+[A-Z]{3}$/,
};

describe("ids of new parts", () => {
  test.each(Object.entries(forms))("of kind %s have the form of the wire and differ", (kind, form) => {
    const makeId = idMaker([], randomBytes);
    // The keys of the table are the kinds.
    const ids = Array.from({ length: 200 }, () => makeId(kind as PartKind));
    for (const id of ids) expect(id).toMatch(form);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("go past the highest number of their kind", () => {
    const makeId = idMaker(["q-7-abcd", "q-12-zzzz", "o-140-ABCD", "fillblank-3ABC", "odd"], randomBytes);
    expect(makeId("question")).toMatch(/^q-13-/);
    expect(makeId("option")).toMatch(/^o-141-/);
    expect(makeId("blank")).toMatch(/^fillblank-4[A-Z]/);
    expect(makeId("page")).toMatch(/^p-1-/);
  });
});
