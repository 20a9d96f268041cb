/** The load, in a process of its own, so that its processor time does not count. It obeys orders over IPC. */
import { LoadTarget, nothing, type LoadOrder, type LoadReply } from "./load-target.ts";

const targets = new Map<string, LoadTarget>();

async function obey(order: LoadOrder): Promise<LoadReply> {
  if (order.order === "open") {
    targets.set(order.target, new LoadTarget(order, stop));
    return nothing;
  }
  const target = targets.get(order.target);
  if (target === undefined) throw new Error(`There are no connections to ${order.target}`);
  if (order.order === "turn") return await target.turn(order);
  if (order.order === "supply") target.supply(order);
  else target.close();
  return nothing;
}

function stop(problem: unknown): void {
  console.error("load:", problem);
  process.exit(1);
}

process.on("message", (order: LoadOrder) => {
  obey(order).then((reply) => process.send?.(reply), stop);
});
process.on("disconnect", () => process.exit());
