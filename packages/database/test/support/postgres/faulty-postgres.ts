import { Client } from "pg";
import { onTestFinished } from "vitest";
import { StatementFaults } from "../statement-faults.ts";
import { stateQuery } from "../../../src/postgres-state.ts";

/** What goes wrong in place of a statement. All of it really happens, on the server or on the way to it. */
export const postgresFaults = {
  "a disk error": raising("58030", 'could not read block 7 in file "base/16384/2619"'),
  "a full disk": raising("53100", 'could not extend file "base/16384/2619": No space left on device'),
  "an unexpected error": raising("XY000", "assertion failed in /src/secret-place.ts:1 select * from users"),
  "a server that shuts down": () => "select pg_terminate_backend(pg_backend_pid())",
  "a connection that breaks": (client: Client) => {
    // The types of the library do not know it.
    Reflect.get(Reflect.get(client, "connection"), "stream").destroy();
    return "select 1";
  },
} as const;

/** A fault by its name. */
export type PostgresFault = keyof typeof postgresFaults;

/** How the clock of a test is set; no statement of the platform. */
const CLOCK = "select set_config(";

/** Makes the statements of every connection of this process to a PostgreSQL fail on demand. */
export class FaultyPostgres extends StatementFaults<PostgresFault> {
  constructor() {
    super("a disk error");
    const prototype: object = Client.prototype;
    const original: unknown = Reflect.get(prototype, "query");
    if (typeof original !== "function") throw new Error("a client of PostgreSQL has no method query");
    const replaced = (client: Client, parameters: readonly unknown[]) => this.#replaced(client, parameters);
    const replacement = function replacement(this: Client, ...parameters: readonly unknown[]): unknown {
      return Reflect.apply(original, this, replaced(this, parameters));
    };
    Reflect.set(prototype, "query", replacement);
    onTestFinished(() => void Reflect.set(prototype, "query", original));
  }

  #replaced(client: Client, parameters: readonly unknown[]): readonly unknown[] {
    const text = textOf(parameters[0]);
    // The check of a new connection is part of connecting, and how many are made depends on chance.
    if (text.startsWith(CLOCK) || text === stateQuery) return parameters;
    const fault = this.next();
    // The callback stays as it is.
    return fault === undefined ? parameters : [postgresFaults[fault](client), parameters[1]];
  }
}

function textOf(query: unknown): string {
  return typeof query === "object" && query !== null && "text" in query ? String(query.text) : String(query);
}

/** The server itself reports the error, and so gives up the transaction that it came in. */
function raising(code: string, message: string) {
  return () => `do $$ begin raise exception using errcode = '${code}', message = '${message}'; end $$`;
}
