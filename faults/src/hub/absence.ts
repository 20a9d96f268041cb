import type { Engine } from "../command.ts";
import type { BreakableLink } from "../isolation/breakable-link.ts";
import type { NodeProcess } from "../nodes/node-process.ts";

/** What can happen to the first hub of a stage. */
export interface Victim {
  readonly node: NodeProcess;
  readonly toStore: BreakableLink | undefined;
  readonly toPlatform: BreakableLink;
}

/** A way in which a hub is away for longer than its lease, and comes back. */
export interface Absence {
  readonly name: string;
  readonly engines: readonly Engine[];
  /** Whether it begins just when the hub's token request has arrived at the platform. */
  readonly isWhileMinting: boolean;
  begin(victim: Victim): void;
  end(victim: Victim): void;
}

const stopped = {
  begin: ({ node }: Victim) => node.signal("SIGSTOP"),
  end: ({ node }: Victim) => node.signal("SIGCONT"),
};

/** The absences, in the order in which they are tried. */
export const absences: readonly Absence[] = [
  {
    name: "stands still while it mints",
    engines: ["sqlite", "postgres"],
    isWhileMinting: true,
    ...stopped,
  },
  {
    name: "cannot reach its store while it mints",
    engines: ["postgres"],
    isWhileMinting: true,
    begin: ({ toStore }) => toStore?.fallSilent(),
    end: ({ toStore }) => toStore?.mend(),
  },
  {
    name: "cannot reach the platform while it mints",
    engines: ["sqlite", "postgres"],
    isWhileMinting: true,
    begin: ({ toPlatform }) => toPlatform.fallSilent(),
    end: ({ toPlatform }) => toPlatform.mend(),
  },
  {
    name: "stands still while others mint",
    engines: ["postgres"],
    isWhileMinting: false,
    ...stopped,
  },
  {
    name: "cannot reach its store while others mint",
    engines: ["postgres"],
    isWhileMinting: false,
    begin: ({ toStore }) => toStore?.fallSilent(),
    end: ({ toStore }) => toStore?.mend(),
  },
];
