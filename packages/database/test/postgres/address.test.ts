import { describe, expect, it } from "vitest";
import { InvalidDatabaseAddressError } from "../../src/errors.ts";
import { clusterHosts, postgresProtection, readPostgresAddress } from "../../src/postgres-address.ts";

/** The server of an address with one host. */
function readServer(address: string, environment?: NodeJS.ProcessEnv) {
  const { servers } = readPostgresAddress(address, environment);
  expect(servers).toHaveLength(1);
  return servers[0];
}

describe("an address of a PostgreSQL database", () => {
  it("is read with percent encoding, and leaves out what it does not say", () => {
    expect(readServer("postgres://u%40x:p%2Fw@db.example:6543/my%20data?sslmode=verify-full")).toEqual({
      host: "db.example",
      port: 6543,
      user: "u@x",
      password: "p/w",
      database: "my data",
      application_name: "survey-open-platform",
      ssl: { rejectUnauthorized: true },
    });
    expect(readServer("postgresql:///name?host=/run/postgresql")).toEqual({
      host: "/run/postgresql",
      database: "name",
      application_name: "survey-open-platform",
      ssl: false,
    });
  });

  it.each([
    ["postgres://db.example/name", { rejectUnauthorized: true }, "verified"],
    ["postgres://127.example.org/name", { rejectUnauthorized: true }, "verified"],
    ["postgres://10.0.0.7/name", { rejectUnauthorized: true }, "verified"],
    ["postgres://localhost.example/name", { rejectUnauthorized: true }, "verified"],
    ["postgres://db.example/name?sslmode=require", { rejectUnauthorized: false }, "not verified"],
    ["postgres://db.example/name?sslmode=disable", false, "not encrypted"],
    ["postgres://localhost/name", false, "this machine"],
    ["postgres://127.0.0.1:6543/name", false, "this machine"],
    ["postgres://[::1]/name", false, "this machine"],
    ["postgres:///name?host=/run/postgresql", false, "this machine"],
    ["postgres://db.example/name?host=/run/postgresql", false, "this machine"],
    ["postgres://localhost/name?host=db.example", { rejectUnauthorized: true }, "verified"],
    ["postgres:///name", false, "this machine"],
    ["postgres://localhost/name?target_session_attrs=read-write", false, "this machine"],
  ])("is verified without sslmode unless it names this machine: %s", (address, ssl, protection) => {
    expect(readServer(address, {}).ssl).toEqual(ssl);
    expect(postgresProtection(address, {})).toBe(protection);
  });

  it("without a host is that of PGHOST", () => {
    const environment = { PGHOST: "db.example" };
    expect(readServer("postgres:///name", environment).ssl).toEqual({ rejectUnauthorized: true });
    expect(postgresProtection("postgres:///name", environment)).toBe("verified");
  });

  it.each([
    ["postgres://u:hidden@host/", "names no database"],
    ["postgres://u:hidden@host/name?sslmode=prefer", "sslmode=prefer"],
    ["postgres://u:hidden@host/name?sslmode=constructor", "sslmode=constructor"],
    ["postgres://u:hidden@host/name?ssl=true", "parameter ssl;"],
    ["postgres://u:hidden@host/name?sslmode=verify-full&sslrootcert=/no/such/file", "cannot be read"],
    ["postgres://u:hid/den@ho st/name", "cannot be read"],
    ["postgres://u:hid%zzden@host/name", "cannot be read"],
    ["postgres://u:hidden@a,,b/name", "an empty host"],
    ["postgres://u:hidden@a,:5433/name", "cannot be read"],
    ["postgres://u:hidden@a:1,b:x/name", "cannot be read"],
    ["postgres://u:hidden@a,b/name?host=/run/postgresql", "several hosts and has the parameter host"],
    ["postgres://u:hidden@a,b/name?target_session_attrs=any", "only read-write"],
    ["postgres://u:hidden@a/name?pgbouncer=session", "only transaction"],
    ["postgres://u:hidden@a,b/name?target_session_attrs=standby", "only read-write"],
  ])("that is wrong is refused with what is wrong, and without its password: %s", (address, says) => {
    const read = () => readPostgresAddress(address);
    expect(read).toThrow(InvalidDatabaseAddressError);
    expect(read).toThrow(says);
    expect(read).not.toThrow("hid");
  });

  it("with several hosts names one server for each, with a port and TLS of its own", () => {
    const address =
      "postgres://u:p,w@db1.example:5433,[2001:db8::7]:5434,localhost/name?target_session_attrs=read-write";
    const common = {
      user: "u",
      password: "p,w",
      database: "name",
      application_name: "survey-open-platform",
    };
    expect(readPostgresAddress(address, {}).servers).toEqual([
      { ...common, host: "db1.example", port: 5433, ssl: { rejectUnauthorized: true } },
      { ...common, host: "2001:db8::7", port: 5434, ssl: { rejectUnauthorized: true } },
      { ...common, host: "localhost", ssl: false },
    ]);
  });

  it.each([
    ["postgres://localhost,db.example/name", "verified"],
    ["postgres://localhost,db.example/name?sslmode=require", "not verified"],
    ["postgres://localhost,db.example/name?sslmode=disable", "not encrypted"],
    ["postgres://localhost,[::1]:5433/name", "this machine"],
  ])("with several hosts is protected as well as the weakest of them: %s", (address, protection) => {
    expect(postgresProtection(address, {})).toBe(protection);
  });

  it.each([
    ["sqlite:./platform.db", []],
    ["postgres://localhost/name", []],
    ["postgres:///name?host=/run/postgresql", []],
    ["postgres://db.example:6543/name", ["db.example"]],
    ["postgres://localhost:5433,localhost:5434/name", ["localhost"]],
    ["postgres://db1.example,[2001:db8::7],db1.example:5433/name", ["db1.example", "2001:db8::7"]],
  ])("names the machines that may belong to a cluster: %s", (address, hosts) => {
    expect(clusterHosts(address, {})).toEqual(hosts);
  });
});
