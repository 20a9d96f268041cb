import { describe, expect, test } from "vitest";
import { errorKinds, type ErrorType } from "../../../src/errors.ts";
import { errorTextFor } from "../../../src/api/reference/error-texts.ts";

// The keys of the table are its types.
const types = Object.keys(errorKinds) as readonly ErrorType[];
const chinese = /\p{Script=Han}/u;

describe.each(types)("the catalogue's words on %s", (type) => {
  test("are whole sentences in the language of the page", () => {
    for (const text of Object.values(errorTextFor(type, "en"))) {
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text).not.toMatch(chinese);
    }
    for (const text of Object.values(errorTextFor(type, "zh-CN")))
      expect(text).toMatch(/\p{Script=Han}.*。$/u);
  });

  test("are said of no other error", () => {
    for (const language of ["en", "zh-CN"] as const) {
      const same = types.filter(
        (other) => errorTextFor(other, language).todo === errorTextFor(type, language).todo,
      );
      expect(same).toEqual([type]);
    }
  });
});
