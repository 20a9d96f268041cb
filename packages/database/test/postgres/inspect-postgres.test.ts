import { describe, expect, it, onTestFinished } from "vitest";
import { inspectDatabase, InvalidDatabaseAddressError } from "../../src/index.ts";
import { makePostgresDatabase } from "../support/postgres/postgres-databases.ts";
import { makeTallies, open } from "../support/open-tallies.ts";

async function emptyDatabase(): Promise<string> {
  const { address, drop } = await makePostgresDatabase();
  onTestFinished(drop);
  return address;
}

describe("inspecting a database on a server", () => {
  it("creates nothing in an empty one", async () => {
    const address = await emptyDatabase();
    const condition = { state: "usable", writeProblem: undefined, tables: [], migrations: [] };
    expect(await inspectDatabase(address)).toMatchObject(condition);
    expect(await inspectDatabase(address)).toMatchObject(condition);
  });

  it("reports the applied migrations", async () => {
    const address = await makeTallies();
    expect(await inspectDatabase(address)).toMatchObject({
      state: "usable",
      migrations: ["0001"],
      tables: expect.arrayContaining(["tallies"]),
    });
  });

  it("reports that it is read-only, as on a standby", async () => {
    const address = await emptyDatabase();
    const name = new URL(address).pathname.slice(1);
    await open(address).write(({ kysely }) =>
      kysely.executeQuery({
        ...kysely.selectNoFrom([]).compile(),
        sql: `alter database ${name} set default_transaction_read_only = on`,
      }),
    );
    expect(await inspectDatabase(address)).toMatchObject({
      writeProblem: "the server is a standby, or is set to be read only",
    });
  });

  it("reports the server's own reason why it cannot be used, and never its password", async () => {
    const address = await emptyDatabase();
    const stranger = Object.assign(new URL(address), { username: "somebody", password: "hidden" }).href;
    const condition = await inspectDatabase(stranger);
    expect(condition).toMatchObject({ state: "unusable" });
    expect(JSON.stringify(condition)).not.toContain("hidden");
    await expect(inspectDatabase(stranger.replace(/\?.*|$/, "?ssl=maybe"))).rejects.toThrow(
      InvalidDatabaseAddressError,
    );
  });
});
