import { type DeclaredPagesInput, declaredPagesSchema } from "../../src/declared/declared-pages.ts";
import { type NormalisedPages, normaliseDeclaredPages } from "../../src/declared/normalise-declared-pages.ts";

/** One question of each older type; the index of each is its place here, from 1. Recorded responses have these. */
export const olderTypes: DeclaredPagesInput = [
  {
    questions: [
      { type: "description", title: "About you" },
      { type: "radio", title: "Radio", required: true, options: [{ text: "Red" }, { text: "Green" }] },
      {
        type: "checkbox",
        title: "Checkbox",
        max_choices: 2,
        options: [
          { text: "A" },
          { text: "B" },
          { text: "C" },
          { text: "None", exclusive: true, no_random: true },
        ],
      },
      { type: "select", title: "Select", options: [{ text: "North" }, { text: "South" }] },
      { type: "text", title: "Text", max_length: 20, validate: "email" },
      { type: "textarea", title: "Text area", rows: 6 },
    ],
  },
  {
    questions: [
      { type: "star", title: "Star", star_show_custom_start: "Bad", star_show_custom_end: "Good" },
      { type: "nps", title: "Net promoter score" },
      {
        type: "matrix_radio",
        title: "Matrix of radios",
        options: [{ text: "Yes" }, { text: "No" }],
        sub_titles: [{ text: "Row 1" }, { text: "Row 2" }],
      },
      {
        type: "matrix_checkbox",
        title: "Matrix of checkboxes",
        options: [{ text: "Web" }, { text: "Phone" }],
        sub_titles: [{ text: "Day" }, { text: "Night" }],
      },
      { type: "matrix_star", title: "Matrix of marks", sub_titles: [{ text: "Price" }, { text: "Speed" }] },
      { type: "sort", title: "Ranking", options: [{ text: "X" }, { text: "Y" }, { text: "Z" }] },
      { type: "blanks", title: "Blanks", blanks: [{ text: "Name" }, { text: "City" }] },
      { type: "datetime", title: "Moment" },
      { type: "address", title: "Place" },
      { type: "upload", title: "File", file_type_limit: ["pdf"], file_size_limit: 100 },
    ],
  },
];

/** The same with the newer types on a page of their own. */
export const everyType: DeclaredPagesInput = [
  ...olderTypes,
  {
    questions: [
      { type: "phone", title: "Number" },
      {
        type: "chained_selects",
        title: "Region",
        levels: ["Province", "City"],
        paths: [["Zhejiang", "Hangzhou"], ["Zhejiang", "Ningbo"], ["Shanghai"]],
      },
      {
        type: "checkbox",
        title: "Fillable",
        options: [{ text: "A" }, { text: "B" }, { text: "Other ____", has_blanks: true }],
      },
      {
        type: "matrix_text",
        title: "Matrix of texts",
        options: [{ text: "Morning" }, { text: "Evening" }],
        sub_titles: [{ text: "Monday" }, { text: "Tuesday" }],
        max_length: 50,
      },
    ],
  },
];

/** Pages as written in a file, made into pages of the wire. */
export function wirePages(declared: DeclaredPagesInput, idSeed = "fixture"): NormalisedPages {
  return normaliseDeclaredPages(declaredPagesSchema.parse(declared), { idSeed });
}
