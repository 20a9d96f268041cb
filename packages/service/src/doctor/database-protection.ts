import type { Finding } from "./finding.ts";

/** How well the connection to a database server is protected, as the database package derives it from an address. */
export type DatabaseProtection = "this machine" | "verified" | "not verified" | "not encrypted";

/**
 * Whether the password and the data are protected on their way to the database server.
 *
 * @param protection undefined when the database is a file
 */
export function checkDatabaseProtection(
  protection: DatabaseProtection | undefined,
): readonly Omit<Finding, "deviation">[] {
  if (protection === undefined || protection === "this machine") return [];
  if (protection === "verified") {
    const says = "The connection to the database server is encrypted, and its certificate is verified.";
    return [{ level: "ok", check: "database-tls", says }];
  }
  return [
    {
      level: "warning",
      check: "database-tls",
      says:
        protection === "not encrypted"
          ? "The database server is another machine, and the connection to it is not encrypted (sslmode=disable): anyone on the network path can read the password and all data."
          : "The certificate of the database server is not verified (sslmode=require): anyone on the network path can impersonate it and read the password and all data.",
      todo: "Use sslmode=verify-full, with sslrootcert for an authority of your own.",
    },
  ];
}
