import { join } from "node:path";
import { expect, test } from "vitest";
import { bareEnvironment } from "../../../../scripts/processes/environments.ts";
import { RunningProgram } from "../../../../scripts/processes/running-program.ts";

const service = join(import.meta.dirname, "../support/defective-service-process.ts");

test("a rejection that nothing handles is in the log, and the service goes on and stops as usual", async () => {
  // Without the options of other programs that tests start, which make them end here.
  await using program = new RunningProgram(process.execPath, [service], { env: {} });
  const port = await program.printed("its port", ({ stdout }) => /"port":(\d+)/.exec(stdout)?.[1]);
  for (let request = 0; request < 3; request += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(await response.text()).toBe("served");
  }
  await program.printed("all three", ({ stdout }) =>
    stdout.split('"msg":"unhandled rejection"').length === 4 ? true : undefined,
  );
  expect(program.stdout).toContain('"level":50');
  expect(program.stdout).toContain("a defect of one request");
  expect(await program.stop()).toMatchObject({ status: 0, stderr: "" });
});

test("as a program that tests start, it ends, so that they notice the defect", async () => {
  await using program = new RunningProgram(process.execPath, [service], { env: bareEnvironment() });
  const port = await program.printed("its port", ({ stdout }) => /"port":(\d+)/.exec(stdout)?.[1]);
  await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
  expect(await program.end()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("a defect of one request"),
  });
});
