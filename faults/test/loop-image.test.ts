import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { RunningProgram } from "../../scripts/processes/running-program.ts";
import { whyNoLoopImage } from "../src/storage/loop-image.ts";

const MOUNTING = `
  import { LoopImage } from ${JSON.stringify(join(import.meta.dirname, "../src/storage/loop-image.ts"))};
  const { place } = await LoopImage.make({ folder: process.argv[1], megabytes: 8 });
  console.log("mounted " + place);
  setInterval(() => {}, 1000);
`;

test("a mounted image does not outlive the process that mounted it, even when that is killed", async ({
  skip,
}) => {
  const scratch = mkdtempSync(join(tmpdir(), "sop-image-"));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const why = await whyNoLoopImage(join(scratch, "try"));
  skip(why !== undefined, why);
  const folder = join(scratch, "image");
  await using program = new RunningProgram(process.execPath, [
    "--input-type=module-typescript",
    "-e",
    MOUNTING,
    folder,
  ]);
  await program.printed("that it is mounted", ({ stdout }) => /^mounted /.exec(stdout) ?? undefined);
  const isMounted = () => readFileSync("/proc/mounts", "utf8").includes(folder);
  expect(isMounted()).toBe(true);
  await program.kill();
  await expect.poll(isMounted).toBe(false);
});
