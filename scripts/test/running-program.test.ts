import { describe, expect, it } from "vitest";
import { outputOf, runProgram, succeeds } from "../processes/run-program.ts";
import { RunningProgram } from "../processes/running-program.ts";

const node = (script: string) => ["-e", script] as const;
const FOR_EVER = "setInterval(() => {}, 1000);";

describe("a program that is run to its end", () => {
  it("gives its status and all that it printed", async () => {
    const script = "console.log('out'); console.error('err'); process.exitCode = 3;";
    expect(await runProgram(process.execPath, node(script))).toEqual({
      status: 3,
      signal: null,
      stdout: "out\n",
      stderr: "err\n",
    });
  });

  it("is killed when its time is over, with what it printed in the error, while this process goes on", async () => {
    const program = new RunningProgram(process.execPath, node(`console.log('so far'); ${FOR_EVER}`));
    await program.printed("a line", ({ stdout }) => /far\n/.exec(stdout)?.[0]);
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 5);
    await expect(program.end(300)).rejects.toThrow(/did not end within 300 ms\.\nstdout:\nso far\n/);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(0);
    expect(program.isRunning).toBe(false);
    const late = runProgram(process.execPath, node(FOR_EVER), { withinMilliseconds: 100 });
    await expect(late).rejects.toThrow("did not end within 100 ms");
  });

  it("is not waited for when a process that it left behind holds its output open", async () => {
    const script = `
      const { spawn } = require("node:child_process");
      const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 20000)"], { stdio: "inherit", detached: true });
      console.log(child.pid);
      child.unref();`;
    const program = new RunningProgram(process.execPath, node(script));
    const pid = await program.printed("a process", ({ stdout }) => /\d+\n/.exec(stdout)?.[0]);
    try {
      await expect(program.end(500)).rejects.toThrow("did not end within 500 ms");
    } finally {
      process.kill(Number(pid), "SIGKILL");
    }
  });

  it("fails with what it printed where it has to succeed", async () => {
    const script = "console.error('the reason'); process.exitCode = 2;";
    await expect(outputOf(process.execPath, node(script))).rejects.toThrow(/ended with 2\..*the reason/s);
    expect(await succeeds(process.execPath, node(script))).toBe(false);
    expect(await succeeds(process.execPath, node(""))).toBe(true);
  });

  it("is named in the error when it cannot be started", async () => {
    await expect(runProgram("no-such-program", ["word"])).rejects.toThrow(
      /^no-such-program word could not be run: .*ENOENT/,
    );
    expect(await succeeds("no-such-program", [])).toBe(false);
  });
});

describe("a program that goes on running", () => {
  it("is waited for until it prints what is looked for, and stops when it is asked to", async () => {
    const script = `setTimeout(() => process.stdout.write("port "), 50); setTimeout(() => console.log(7), 100); ${FOR_EVER}`;
    await using program = new RunningProgram(process.execPath, node(script));
    expect(await program.printed("a port", ({ stdout }) => /port (\d)/.exec(stdout)?.[1])).toBe("7");
    expect(await program.stop()).toMatchObject({ signal: "SIGTERM", status: null });
    expect(program.isRunning).toBe(false);
  });

  it("is not waited for any longer when it ends before, or when it takes too long", async () => {
    await using short = new RunningProgram(process.execPath, node("console.error('the reason')"));
    await expect(short.printed("a port", () => undefined)).rejects.toThrow(
      /ended before it printed a port.*the reason/s,
    );
    await using long = new RunningProgram(process.execPath, node(FOR_EVER));
    await expect(long.printed("a port", () => undefined, 200)).rejects.toThrow(
      "did not print a port within 200 ms",
    );
  });

  it("is killed when it does not stop in time", async () => {
    const script = `process.on("SIGTERM", () => {}); console.log("deaf"); ${FOR_EVER}`;
    await using program = new RunningProgram(process.execPath, node(script));
    await program.printed("a word", ({ stdout }) => (stdout === "" ? undefined : stdout));
    await expect(program.stop(200)).rejects.toThrow("did not end within 200 ms");
    expect(program.isRunning).toBe(false);
  });
});
