import {
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
  string,
  tuple,
  uniqueArray,
  type Arbitrary,
} from "fast-check";
import { typedSigns } from "../../src/model/typed-text.ts";
import type { DeclaredPagesInput } from "../../src/declared/declared-pages.ts";

const plainTypes = ["text", "textarea", "datetime", "address", "phone", "upload", "nps"] as const;

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
    personal: boolean(),
  };
  const withBlanks = array(
    text(20).map((part) => part.replaceAll("_", "-")),
    { minLength: 2, maxLength: 3 },
  );
  const fillable = uniqueArray(
    oneof(
      text(60).map((drawn) => ({ text: drawn })),
      withBlanks.map((parts) => ({ text: parts.join("____"), has_blanks: true })),
      constant({ text: "____", has_blanks: true }),
    ),
    { minLength: 1, maxLength: 5, selector: ({ text: drawn }) => drawn },
  );
  const paths = uniqueArray(tuple(text(9), text(9)), {
    minLength: 1,
    maxLength: 6,
    selector: JSON.stringify,
  });
  const scale = { star_begin_num: integer({ min: 0, max: 1 }), star_num: integer({ min: 2, max: 10 }) };
  const question = oneof(
    record({ ...common, type: constantFrom("select", "sort"), options: labels(5) }),
    record({ ...common, type: constantFrom("radio", "checkbox"), options: fillable }),
    record({ ...common, type: constantFrom(...plainTypes) }),
    record({ ...common, type: constant("chained_selects"), levels: tuple(text(9), text(9)), paths }),
    record({ ...common, type: constant("blanks"), blanks: labels(4) }),
    record({ ...common, type: constant("star"), ...scale }),
    record({
      ...common,
      type: constantFrom("matrix_radio", "matrix_checkbox", "matrix_text"),
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

/** A text as one line of a form is taken, also where it has to obey a rule. */
export function anyLine(max: number): Arbitrary<string> {
  return anyText(max)
    .map((text) => typedSigns(text.replaceAll(/[\r\n]/g, " ")))
    .filter((text) => text !== "" && typedSigns(text) === text);
}
