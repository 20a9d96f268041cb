/** The texts of cross tables, in English. */
export const crossEn = {
  title: "Cross table",
  text: "Shows how the answers to two questions go together.",
  rows: "Rows",
  columns: "Columns",
  shares: "Percentages",
  sharesOf: { rows: "Of each row", columns: "Of each column", all: "Of all answers" },
  submit: "Show",
  table: (rows: string, columns: string): string => `${rows} by ${columns}`,
  total: "Total",
  none: "A cross table needs two questions with options or marks.",
  tooLarge: (fields: string): string =>
    `These two questions have too many choices: a cross table may have ${fields} fields. Choose another question for the rows or the columns.`,
  test: {
    related: (figures: string): string =>
      `The two questions are related: differences as large as these are rare between questions that are not (${figures}).`,
    unrelated: (figures: string): string =>
      `No relation between the two questions can be seen: chance alone makes such differences often enough (${figures}).`,
    few: "There are too few answers to say whether the two questions are related.",
    several:
      "Whether the two questions are related is not tested, because an answer has several choices here.",
  },
};
