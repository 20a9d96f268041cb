import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RunningProgram } from "../processes/running-program.ts";

const PARENT = `
  import { spawn } from "node:child_process";
  import { endChildrenWithThisProcess } from ${JSON.stringify(join(import.meta.dirname, "../processes/end-children.ts"))};
  endChildrenWithThisProcess();
  const family = spawn("sh", ["-c", "sleep 600 & echo $!; kill -STOP $!; wait"], { stdio: ["ignore", "pipe", "inherit"] });
  const own = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
  family.stdout.once("data", (grandchild) => console.log("started", family.pid, Number(grandchild), own.pid));
`;

async function startFamily() {
  const parent = new RunningProgram(process.execPath, ["--input-type=module-typescript", "-e", PARENT]);
  const line = await parent.printed(
    "its family",
    ({ stdout }) => /started (\d+) (\d+) (\d+)\n/.exec(stdout) ?? undefined,
  );
  const [child = 0, grandchild = 0, ofOwnSession = 0] = line.slice(1).map(Number);
  return { parent, child, grandchild, ofOwnSession };
}

const isThere = (pid: number) => existsSync(`/proc/${pid}`);

test.runIf(process.platform === "linux")(
  "what a process has started ends with it when it is killed, halted grandchildren too",
  async () => {
    const { parent, child, grandchild, ofOwnSession } = await startFamily();
    try {
      expect([child, grandchild, ofOwnSession].map(isThere)).toEqual([true, true, true]);
      await parent.kill();
      await expect.poll(() => [child, grandchild].some(isThere)).toBe(false);
      expect(isThere(ofOwnSession)).toBe(true);
    } finally {
      process.kill(ofOwnSession, "SIGKILL");
    }
  },
);
