import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { publishSurvey } from "../../support/published-survey.ts";
import type { TestPlatform } from "../../support/test-platform.ts";
import { startOperatedPlatform } from "./support/operate.ts";
import { makeFolder, SopProcess } from "./support/sop-process.ts";

const count = 60_000;

/** Whether answers have been written by a transaction that has not ended: SQLite's log has what it no longer holds in memory. */
function isWriting({ address }: TestPlatform): boolean {
  const log = `${address.slice("sqlite:".length)}-wal`;
  return (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000;
}

it("an import of answers that is killed leaves none of them, and can be made again", async () => {
  const { platform, sopJson } = await startOperatedPlatform();
  const { id } = await publishSurvey(platform, { text: "Lunch\n\nAnything?[Multi-line Text]" });
  const file = join(makeFolder(), "answers.csv");
  const remark = "A remark of some length, as people write them. ".repeat(3);
  writeFileSync(file, `Anything?\n${`${remark}\n`.repeat(count)}`);
  const words = ["import-answers", file, "--survey", String(id), "--database", platform.address];
  const running = new SopProcess(words, {});
  await vi.waitUntil(() => isWriting(platform), { timeout: 60_000, interval: 20 });
  const { code } = await running.stop("SIGKILL");
  expect(code).toBeNull();
  const kept = () =>
    platform.database.reader.kysely
      .selectFrom("surveys")
      .select("answer_count as counted")
      .select((eb) =>
        eb
          .selectFrom("answers")
          .select(eb.fn.countAll<number>().as("kept"))
          .where("survey_id", "=", id)
          .as("kept"),
      )
      .where("id", "=", id)
      .executeTakeFirst();
  expect(await kept()).toEqual({ counted: 0, kept: 0 });
  writeFileSync(file, "Anything?\nNo\n");
  expect(await sopJson("import-answers", file, "--survey", String(id))).toMatchObject({ taken: true });
  expect(await kept()).toEqual({ counted: 1, kept: 1 });
});
