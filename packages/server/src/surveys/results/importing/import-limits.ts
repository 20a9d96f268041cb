/** What a page takes in at once, while others write too; `sop import-answers` takes more. */
export const importLimits = { bytes: 4 * 1024 * 1024, answers: 10_000 } as const;
