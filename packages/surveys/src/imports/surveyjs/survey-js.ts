import type { ImportKind } from "../import-source.ts";

/** Surveys of SurveyJS. Its reader makes a survey of ours itself. */
export const surveyJs: ImportKind = {
  name: "SurveyJS",
  files: ".json",
  constructs: [
    { name: "text", outcome: "kept", here: "one line of text, number, mail address, phone number or moment" },
    { name: "comment", outcome: "kept", here: "several lines of text" },
    { name: "radiogroup, buttongroup", outcome: "kept", here: "single choice" },
    { name: "dropdown", outcome: "kept", here: "selection from a list; with “other”, a single choice" },
    { name: "checkbox, tagbox", outcome: "kept", here: "multiple choice" },
    { name: "ranking", outcome: "kept", here: "ranking" },
    { name: "boolean", outcome: "kept", here: "single choice" },
    { name: "rating", outcome: "kept", here: "scale; a single choice where it has steps or ends above 10" },
    { name: "matrix", outcome: "kept", here: "matrix of single or multiple choices" },
    { name: "multipletext", outcome: "kept", here: "blanks" },
    {
      name: "matrixdropdown whose cells are all text or comment",
      outcome: "kept",
      here: "matrix of texts or numbers, each in one line",
    },
    { name: "file", outcome: "kept", here: "files" },
    { name: "html", outcome: "changed", here: "description, as text" },
    { name: "panel", outcome: "kept", here: "a paragraph, and its questions under its conditions" },
    {
      name: "paneldynamic",
      outcome: "changed",
      here: "its questions are asked once, and named; conditions on those of its first panel are rules",
    },
    {
      name: "matrixdynamic",
      outcome: "left out",
      here: "named with its columns",
    },
    {
      name: "other matrixdropdown, image, imagepicker, signaturepad, expression",
      outcome: "left out",
      here: "each is named",
    },
    { name: "pages", outcome: "kept", here: "pages, with their titles as a paragraph" },
    { name: "visibleIf: comparisons, and, or, not", outcome: "kept", here: "rules" },
    { name: "visibleIf: functions and calculations", outcome: "left out", here: "always shown, and named" },
    {
      name: "visible, isRequired, hasOther, hasNone, number of choices, lengths, placeholder of a text",
      outcome: "kept",
      here: "the same",
    },
    { name: "completedHtml", outcome: "changed", here: "the ending text, as text" },
    {
      name: "validators: email, numeric, longest text, number of answers",
      outcome: "kept",
      here: "the same; what is checked less strictly is named",
    },
    {
      name: "primary colour and corners of the theme in a file",
      outcome: "kept",
      here: "main colour, with enough contrast, and corners; other variables are named",
    },
    {
      name: "triggers, other validators, scores, defaultValue, correctAnswer, enableIf, requiredIf, calculatedValues",
      outcome: "left out",
      here: "each is named",
    },
    { name: "languages", outcome: "kept", here: "the same, up to 20" },
    { name: "`{name}` in texts", outcome: "changed", here: "kept as it is written" },
    { name: "names of questions, values of choices", outcome: "kept", here: "codes" },
  ],
};
