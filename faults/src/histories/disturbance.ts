import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "../command.ts";
import type { Stage } from "../database/open-stage.ts";
import type { BreakableLink } from "../wire/breakable-link.ts";
import type { NodeProcess } from "../nodes/node-process.ts";

/** What a disturbance can affect. */
export interface DisturbanceTargets {
  readonly stage: Stage;
  readonly nodes: readonly NodeProcess[];
  /** Between one of several nodes and its database. */
  readonly link: BreakableLink | undefined;
}

/** A fault of a node or the database while callers work. */
export interface Disturbance {
  readonly name: string;
  readonly befalls: "node" | "database";
  /** Causes the fault and ends it. @returns the milliseconds from its end until every node was ready again */
  happen(targets: DisturbanceTargets): Promise<number>;
}

const nodeKilled: Disturbance = {
  name: "node killed",
  befalls: "node",
  async happen({ nodes }) {
    const node = anyNode(nodes);
    await node.kill();
    return node.start();
  },
};

const nodePaused: Disturbance = {
  name: "node paused",
  befalls: "node",
  async happen({ nodes }) {
    const node = anyNode(nodes);
    node.signal("SIGSTOP");
    await sleep(between(200, 900));
    node.signal("SIGCONT");
    return untilReady(nodes);
  },
};

/** Longer than a node waits for its database: it answers 503, and the tokens that others issue meanwhile are unknown to it. */
const outageMilliseconds = 4000;

const linkCut = (how: "silent" | "broken"): Disturbance => ({
  name: `one node's link to its database ${how}`,
  befalls: "database",
  async happen({ link, nodes }) {
    if (how === "silent") link?.fallSilent();
    else link?.break();
    await sleep(outageMilliseconds);
    link?.mend();
    return untilReady(nodes);
  },
});

const databaseRestarted = (mode: "fast" | "immediate"): Disturbance => ({
  name: `database restarted, ${mode}`,
  befalls: "database",
  async happen({ stage, nodes }) {
    await stage.postgres?.stop(mode);
    await sleep(between(0, 300));
    await stage.postgres?.start();
    return untilReady(nodes);
  },
});

const databaseHung: Disturbance = {
  name: "database hung",
  befalls: "database",
  async happen({ stage, nodes }) {
    await stage.postgres?.pause();
    await sleep(between(1000, 3000));
    await stage.postgres?.resume();
    return untilReady(nodes);
  },
};

/** What can happen on either engine, in the order in which it does. */
export const disturbances: Readonly<Record<Engine, readonly Disturbance[]>> = {
  sqlite: [nodeKilled, nodePaused],
  postgres: [
    linkCut("silent"),
    databaseRestarted("immediate"),
    linkCut("broken"),
    databaseHung,
    nodeKilled,
    nodePaused,
    databaseRestarted("fast"),
  ],
};

async function untilReady(nodes: readonly NodeProcess[]): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(nodes.map((node) => node.ready()));
  return performance.now() - startedAt;
}

function anyNode(nodes: readonly NodeProcess[]): NodeProcess {
  const node = nodes[Math.floor(Math.random() * nodes.length)];
  if (node === undefined) throw new RangeError("there are no nodes");
  return node;
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least);
}
