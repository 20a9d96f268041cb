import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  startPostgres,
  type PostgresServer,
} from "../../../../database/test/support/postgres/postgres-server.ts";
import { runHere } from "./support/run-here.ts";
import { makeFolder, runSop } from "./support/sop-process.ts";

/** A server of its own, which a test may stop, and a file to apply. */
async function start() {
  const server = await startPostgres();
  onTestFinished(() => server.remove());
  const file = join(makeFolder(), "platform.json");
  writeFileSync(file, JSON.stringify({ users: [{ username: "ada", password: "ada-test-password" }] }));
  return { server, file };
}

/** Everything that a command prints, in one line. @throws when the database's password is in it */
async function printed(server: PostgresServer, words: readonly string[]): Promise<string> {
  // A server has signals to listen to, and so a process of its own.
  const { code, stdout, stderr } = await (words[0] === "serve" ? runSop(words) : runHere(words));
  const text = `${code}: ${stdout} ${stderr}`.replaceAll(/\s+/g, " ");
  expect(text).not.toContain(new URL(server.address()).password);
  return text;
}

describe("the commands on a database server", () => {
  it("fill it, look at it, and say what it would lose in a power cut", async () => {
    const { server, file } = await start();
    const database = ["--database", server.address()];
    expect(await printed(server, ["doctor", ...database])).toMatch(/^0: .*The next start changes the tables/);
    expect(await printed(server, ["apply", file, ...database])).toContain("0: users: 1 created");
    expect(await printed(server, ["apply", file, ...database])).toContain("1 unchanged");
    const report = await printed(server, ["doctor", ...database]);
    expect(report).toContain("may be lost in a power cut (fsync=off, full_page_writes=off)");
    expect(report).toContain("The schema matches this release");
  });

  it("say what is wrong with it, and do not repeat its password", async () => {
    const { server, file } = await start();
    const commands = [["serve", "--port", "0"], ["apply", file], ["doctor"]];
    const expectEach = async (address: string, says: RegExp): Promise<void> => {
      for (const words of commands)
        expect(await printed(server, [...words, "--database", address]), words[0]).toMatch(says);
    };
    await expectEach(server.address("nowhere"), /^1: .*database "nowhere" does not exist/);
    await expectEach(`${server.address()}?x=1`, /^[12]: .*parameter x;/);
    await server.stop();
    await expectEach(server.address(), /^1: .*ECONNREFUSED/);
  });
});
