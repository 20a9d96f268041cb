import { expect, it, onTestFinished } from "vitest";
import { dropDatabase } from "./support/postgres/drop-database.ts";
import { connect } from "./support/postgres/postgres-of-run.ts";
import { startPostgres, type PostgresServer } from "./support/postgres/postgres-server.ts";

/** A vacuum that begins within a second and then takes its time. */
const SLOW_AUTOVACUUM = {
  autovacuum_naptime: "1s",
  autovacuum_vacuum_threshold: "0",
  autovacuum_vacuum_scale_factor: "0",
  autovacuum_vacuum_cost_delay: "100ms",
  autovacuum_vacuum_cost_limit: "1",
};

async function start(settings: Readonly<Record<string, string>>): Promise<PostgresServer> {
  const server = await startPostgres({ settings });
  onTestFinished(() => server.remove());
  await using superuser = await connect(server.socketAddress());
  await superuser.query("create role tests login createdb");
  await using owner = await connect(server.socketAddress("postgres", "tests"));
  await owner.query("create database thrown_away");
  return server;
}

const asOwner = (server: PostgresServer, database = "postgres") =>
  connect(server.socketAddress(database, "tests"));

async function backendTypes(server: PostgresServer): Promise<readonly string[]> {
  await using superuser = await connect(server.socketAddress());
  const query = "select backend_type as type from pg_stat_activity where datname = 'thrown_away'";
  return (await superuser.query<{ type: string }>(query)).rows.map(({ type }) => type);
}

it("a role that is no superuser drops a database while autovacuum works in it", async () => {
  const server = await start(SLOW_AUTOVACUUM);
  {
    await using owner = await asOwner(server, "thrown_away");
    await owner.query(
      "create table notes as select repeat('note', 50) as note from generate_series(1, 20000)",
    );
    await owner.query("delete from notes");
  }
  await expect.poll(() => backendTypes(server)).toContain("autovacuum worker");
  await using administrator = await asOwner(server);
  await dropDatabase(administrator, "thrown_away");
  expect(await backendTypes(server)).toEqual([]);
});

it("a database is dropped although a client is still connected to it", async () => {
  const server = await start({});
  const client = await asOwner(server, "thrown_away");
  const errors: Error[] = [];
  client.on("error", (error) => errors.push(error));
  await using administrator = await asOwner(server);
  await dropDatabase(administrator, "thrown_away");
  await expect.poll(() => errors[0]).toMatchObject({ code: "57P01" });
});
