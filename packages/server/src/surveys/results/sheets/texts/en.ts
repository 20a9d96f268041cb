import type { TextsOf } from "../../../../pages/texts/texts-of.ts";

/** Every text about sheets that refresh themselves, in English. */
export const sheetsEn = {
  title: "A sheet that refreshes itself",
  lead: "An address at which spreadsheets and statistics programs load all answers as CSV, as they are at that moment. Everyone who has the address has the answers: keep it to yourself, and withdraw it when it is not needed.",
  caption: "Addresses of sheets",
  sheet: "Sheet",
  named: (id: number): string => `Sheet ${id}`,
  values: "Choices",
  texts: "As texts",
  codes: "As numbers",
  made: "Made",
  maker: "Made by",
  action: "Action",
  withdraw: "Withdraw",
  withdrawn: "The sheet was withdrawn. Its address gives nothing any more.",
  open: "Addresses of sheets",
  make: "Make an address",
  madeTitle: "The sheet is made",
  once: "This address is shown once: the platform keeps only a hash of it. Copy it now.",
  address: "Address of the sheet",
  how: {
    excel: "Excel: Data, From Web",
    google: "Google Sheets, in a cell",
    r: "R",
    python: "Python",
  },
  all: "All sheets",
  back: "Back to the export page",
  many: (most: string): string => `A survey has at most ${most} sheets. Withdraw one first.`,
};

/** The texts about sheets, whatever the language. */
export type SheetsTexts = TextsOf<typeof sheetsEn>;
