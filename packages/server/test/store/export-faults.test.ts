import { exportedAnswers } from "@survey-open-platform/surveys";
import { expect, test, vi } from "vitest";
import { lostConnections, makeFaultyStore } from "../../../database/test/support/faulty-store.ts";
import { ExportJobs } from "../../src/surveys/results/export-jobs.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const partBytes = 256 * 1024;

test("wherever a statement of an export fails once, its file has each answer once, in order", async () => {
  const platform = await startTestPlatform();
  const surveyId = await surveyIdOf(platform, "ada-1");
  const { store } = platform;
  const warn = vi.fn<(...words: readonly unknown[]) => void>();
  const jobs = new ExportJobs(store, { warn });
  const faults = makeFaultyStore();

  /** A part for each batch of answers, which says which they are. */
  async function* write() {
    for await (const batch of exportedAnswers(store.surveys, { surveyId, after: 0, upTo: 25 }))
      yield Buffer.from(`${batch.map(({ answerId }) => answerId).join(" ")}\n`.padStart(partBytes));
  }
  async function contentOf(id: string): Promise<string> {
    // On SQLite, a read whose end failed leaves its snapshot to the next one.
    await store.surveys.listAnswers({ surveyId, lastAnswerId: 0, perPage: 1 });
    const found = (await store.surveys.listExports(surveyId)).find((one) => one.id === id);
    const parts = await Promise.all([1, 2, 3, 4].map((part) => store.surveys.readExportPart({ id, part })));
    return `${found?.state} ${Buffer.concat(parts.flatMap((part) => part ?? [])).toString()}`.replaceAll(
      / +/g,
      " ",
    );
  }
  const whole = "ready 1 2 3 4 5 6 7 8 9 10\n 11 12 13 14 15 16 17 18 19 20\n 21 22 23 24 25\n";

  for (const fault of ["a disk error", ...lostConnections] as const) {
    for (let number = 1, isHit = true; isHit; number += 1) {
      const id = `${fault} ${number}`;
      await store.surveys.beginExport({ id, surveyId, format: "csv", upTo: 25 });
      faults.failAt(number, fault);
      jobs.add({ id, write });
      await jobs.idle();
      isHit = faults.heal() >= number;
      expect(await contentOf(id)).toBe(whole);
    }
  }
  expect(warn.mock.calls).toEqual([]);
});
