import {
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
  string,
  uniqueArray,
  type Arbitrary,
} from "fast-check";
import type { DeclaredPagesInput } from "../../src/declared/declared-pages.ts";

/** Surveys of every type of question, whose texts are drawn from `text`. */
export function declaredPagesOf(text: (max: number) => Arbitrary<string>): Arbitrary<DeclaredPagesInput> {
  const labels = (max: number) =>
    uniqueArray(
      text(60).map((drawn) => ({ text: drawn })),
      { minLength: 1, maxLength: max, selector: ({ text: drawn }) => drawn },
    );
  const common = {
    title: text(80),
    description: oneof(constant(""), text(80)),
    required: boolean(),
  };
  const scale = { star_begin_num: integer({ min: 0, max: 1 }), star_num: integer({ min: 2, max: 10 }) };
  const question = oneof(
    record({ ...common, type: constantFrom("radio", "checkbox", "select", "sort"), options: labels(5) }),
    record({ ...common, type: constantFrom("text", "textarea", "datetime", "address", "upload", "nps") }),
    record({ ...common, type: constant("blanks"), blanks: labels(4) }),
    record({ ...common, type: constant("star"), ...scale }),
    record({
      ...common,
      type: constantFrom("matrix_radio", "matrix_checkbox"),
      options: labels(4),
      sub_titles: labels(4),
    }),
    record({ ...common, type: constant("matrix_star"), ...scale, sub_titles: labels(4) }),
    record({ title: common.title, description: common.description, type: constant("description") }),
  );
  return array(record({ questions: array(question, { minLength: 1, maxLength: 4 }) }), { maxLength: 3 });
}

/** Any text that a survey or an answer may hold; never empty. */
export function anyText(max: number): Arbitrary<string> {
  return string({ unit: "binary", minLength: 1, maxLength: max })
    .map((text) => text.replaceAll("\0", " "))
    .filter((text) => text.trim() !== "");
}
