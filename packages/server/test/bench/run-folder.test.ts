import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RunningProgram } from "../../../../scripts/processes/running-program.ts";
import { RunFolder } from "../../bench/run-folder.ts";

const PROGRAM = `
  import { spawn } from "node:child_process";
  import { writeFileSync } from "node:fs";
  import { RunFolder } from ${JSON.stringify(join(import.meta.dirname, "../../bench/run-folder.ts"))};
  const { path } = new RunFolder("sop-run-folder-");
  writeFileSync(path + "/a.db", "");
  const child = spawn("sleep", ["600"], { stdio: "ignore" });
  child.once("spawn", () => console.log("started", path, child.pid));
  setInterval(() => undefined, 60_000);
`;

const isThere = (path: string) => existsSync(path);

test.runIf(process.platform === "linux").each(["SIGTERM", "SIGINT", "SIGKILL"] as const)(
  "a benchmark that is ended by %s leaves neither files nor programs",
  async (signal) => {
    await using program = new RunningProgram(process.execPath, [
      "--input-type=module-typescript",
      "-e",
      PROGRAM,
    ]);
    const [path = "", pid = ""] = await program.printed("its folder", ({ stdout }) =>
      /started (\S+) (\d+)\n/.exec(stdout)?.slice(1),
    );
    const left = [path, `/proc/${pid}`];
    expect(left.filter(isThere)).toEqual(left);
    program.signal(signal);
    await program.ended;
    await expect.poll(() => left.filter(isThere), { timeout: 20_000 }).toEqual([]);
  },
);

test("a benchmark that comes to its end deletes its folder", async () => {
  const folder = new RunFolder("sop-run-folder-");
  expect(isThere(folder.path)).toBe(true);
  await folder[Symbol.asyncDispose]();
  expect(isThere(folder.path)).toBe(false);
});
