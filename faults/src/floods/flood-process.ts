/**
 * A flood in a separate process, so that its own cost does not count as its effect:
 * `node flood-process.ts NAME PORT`. Prints its tally as a line of JSON four times a second, until it is killed.
 */
import type { FloodTally } from "./flood.ts";
import { floods, type FloodName } from "./floods.ts";

const [name = "", port = ""] = process.argv.slice(2);
// The parent program passes a valid name.
const flood = floods[name as FloodName];
const tally: FloodTally = { connections: 0, answered: 0, closed: 0 };
setInterval(() => process.stdout.write(`${JSON.stringify(tally)}\n`), 250);
await flood({ host: "127.0.0.1", port: Number(port) }, tally);
