import cluster from "node:cluster";
import { existsSync } from "node:fs";

/** Preloaded into a platform with several processes: the first of them goes on loading until a file is there. */
const checkMilliseconds = 20;
const waiting = new Int32Array(new SharedArrayBuffer(4));

if (cluster.worker?.id === 1) {
  while (!existsSync(process.env["HELD_UNTIL"] ?? "")) Atomics.wait(waiting, 0, 0, checkMilliseconds);
}
