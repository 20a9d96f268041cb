import type { PostgresServer } from "../../../packages/database/test/support/postgres/postgres-server.ts";
import type { BreakableLink } from "./breakable-link.ts";

/** The link between a node and its database, and the database. */
export interface Way {
  readonly link: BreakableLink;
  readonly postgres: PostgresServer;
}

/** A way in which a node loses its database. */
export interface Outage {
  readonly name: string;
  /** Whether it affects one node only. */
  readonly isOfOne: boolean;
  begin(way: Way): Promise<void> | void;
  end(way: Way): Promise<void> | void;
}

/** The outages, in the order in which they are tried. */
export const outages: readonly Outage[] = [
  {
    name: "one node's link falls silent",
    isOfOne: true,
    begin: ({ link }) => link.fallSilent(),
    end: ({ link }) => link.mend(),
  },
  {
    name: "one node's link breaks",
    isOfOne: true,
    begin: ({ link }) => link.break(),
    end: ({ link }) => link.mend(),
  },
  {
    name: "PostgreSQL stands still",
    isOfOne: false,
    begin: ({ postgres }) => postgres.pause(),
    end: ({ postgres }) => postgres.resume(),
  },
  {
    name: "PostgreSQL is stopped (fast)",
    isOfOne: false,
    begin: ({ postgres }) => postgres.stop("fast"),
    end: ({ postgres }) => postgres.start(),
  },
  {
    name: "PostgreSQL crashes (immediate)",
    isOfOne: false,
    begin: ({ postgres }) => postgres.stop("immediate"),
    end: ({ postgres }) => postgres.start(),
  },
];
