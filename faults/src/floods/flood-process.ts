/**
 * A flood in a process of its own, so that what it costs to make is not mistaken for what it does:
 * `node flood-process.ts NAME PORT`. Prints its tally as a line of JSON four times a second, until it is killed.
 */
import type { FloodTally } from "./flood.ts";
import { floods, type FloodName } from "./floods.ts";

const [name = "", port = ""] = process.argv.slice(2);
// Named by the program that starts this one.
const flood = floods[name as FloodName];
const tally: FloodTally = { connections: 0, answered: 0, closed: 0 };
setInterval(() => process.stdout.write(`${JSON.stringify(tally)}\n`), 250);
await flood({ host: "127.0.0.1", port: Number(port) }, tally);
