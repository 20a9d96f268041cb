import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "../database/open-stage.ts";
import type { NodeProcess } from "../nodes/node-process.ts";

/** What a disturbance can affect. */
export interface DisturbanceTargets {
  readonly stage: Stage;
  readonly nodes: readonly NodeProcess[];
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

/** Faults of nodes on either engine. */
export const nodeDisturbances: readonly Disturbance[] = [nodeKilled, nodePaused];

/** Faults of a database server. */
export const databaseDisturbances: readonly Disturbance[] = [
  databaseRestarted("fast"),
  databaseRestarted("immediate"),
  databaseHung,
];

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
