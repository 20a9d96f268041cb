import { csrfTokenOf } from "@survey-open-platform/service";
import { expect, test, vi } from "vitest";
import { ExportJobs } from "../../../src/surveys/results/export-jobs.ts";
import { surveyIdOf } from "../../support/routes/survey-routes.ts";
import { sessionCookie, signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

/** Ada's survey, which counts more answers than are sent at once. */
async function start() {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform, "ada");
  const surveyId = await surveyIdOf(platform, "ada-1");
  await platform.database.write(({ kysely }) =>
    kysely.updateTable("surveys").set({ answer_count: 50_001 }).where("id", "=", surveyId).execute(),
  );
  const address = `/surveys/${surveyId}/export`;
  const csrf = csrfTokenOf(ada.cookies.get(sessionCookie) ?? "");
  const begin = (format: string) => ada.post(address, { csrf, format });
  return { platform, ada, surveyId, address, begin };
}

test("an export of many answers is written in the background, and can then be downloaded for a day", async () => {
  const { platform, ada, address, begin } = await start();
  expect((await begin("jsonl")).location).toBe(`${address}?notice=begun`);
  const link = await vi.waitFor(
    async () => {
      const [, found] =
        /href="(\/surveys\/\d+\/export\/files\/[^"]+)"/.exec((await ada.get(address)).html) ?? [];
      if (found === undefined) throw new Error("not ready");
      return found;
    },
    { timeout: 30_000, interval: 20 },
  );
  const file = await ada.get(link);
  expect(file.headers.get("content-disposition")).toContain("attachment");
  expect(file.html.trimEnd().split("\n")).toHaveLength(25);

  platform.clock.now += 24 * 60 * 60 * 1000 + 1;
  const later = await signedInBrowser(platform, "ada");
  expect((await later.get(link)).status).toBe(404);
  await platform.store.sweepExpired();
  const kept = platform.database.reader.kysely.selectFrom("survey_export_parts").select("part").execute();
  expect(await kept).toEqual([]);
});

test("an export whose process has stopped is shown as failed", async () => {
  const { platform, ada, surveyId, address } = await start();
  await platform.store.surveys.beginExport({ id: "missing", surveyId, format: "csv", upTo: 25 });
  expect((await ada.get(address)).html).toContain("Being written");
  platform.clock.now += 21_000;
  expect((await ada.get(address)).html).toContain("Failed; export again");
  expect((await ada.get(`${address}/files/missing`)).status).toBe(404);
});

test("exports that are in work or wait for their turn stay so for as long as their process says that it is there", async () => {
  const { platform, ada, surveyId, address } = await start();
  const jobs = new ExportJobs(platform.store, { warn: vi.fn<() => void>() });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  for (const id of ["slow", "waiting"])
    await platform.store.surveys.beginExport({ id, surveyId, format: "csv", upTo: 25 });
  jobs.add({ id: "slow", write: () => writtenAfter(promise) });
  jobs.add({ id: "waiting", write: () => failing() });
  for (let round = 0; round < 3; round += 1) {
    platform.clock.now += 15_000;
    await jobs.renew();
  }
  const { html } = await ada.get(address);
  expect(html.match(/Being written/g)).toHaveLength(2);
  expect(html).not.toContain("Failed; export again");
  resolve(undefined);
  await jobs.idle();
  expect((await ada.get(`${address}/files/slow`)).html).toBe("late\n");
});

async function* writtenAfter(promise: Promise<undefined>) {
  await promise;
  yield Buffer.from("late\n");
}

test("an export that cannot be written is shown as failed, and the log says why; the next one is written", async () => {
  const { platform, ada, surveyId, address } = await start();
  const warn = vi.fn<(...words: readonly unknown[]) => void>();
  const jobs = new ExportJobs(platform.store, { warn });
  const broken = new Error("out of space");
  for (const id of ["broken", "whole"])
    await platform.store.surveys.beginExport({ id, surveyId, format: "csv", upTo: 25 });
  jobs.add({ id: "broken", write: () => failing(broken) });
  jobs.add({ id: "whole", write: () => failing() });
  await jobs.idle();
  expect(warn.mock.calls).toEqual([[{ err: broken, export_id: "broken" }, expect.any(String)]]);
  expect((await ada.get(address)).html).toContain("Failed; export again");
  expect((await ada.get(`${address}/files/whole`)).html).toBe("a\n");
});

async function* failing(failure?: Error) {
  yield Buffer.from("a\n");
  await Promise.resolve();
  if (failure !== undefined) throw failure;
}

test("no more than three exports of a survey are written at a time", async () => {
  const { platform, ada, surveyId, address, begin } = await start();
  for (const id of ["a", "b", "c"])
    await platform.store.surveys.beginExport({ id, surveyId, format: "csv", upTo: 25 });
  expect((await begin("csv")).location).toBe(`${address}?notice=busy`);
  expect((await ada.get(`${address}?notice=busy`)).html).toContain("Several exports");
});
