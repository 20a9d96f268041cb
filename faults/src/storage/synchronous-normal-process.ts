/**
 * Loaded into a node before anything else (`node --import`), it plants a bug: SQLite syncs its log only at intervals,
 * not at each commit. Only the control run of the power cut uses it.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const right = 'syncsCommits ? "full" : "normal"';
const wrong = '"normal"';

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith("/database/dist/sqlite-database.js")) return loaded;
    const source = readFileSync(fileURLToPath(url), "utf8");
    if (!source.includes(right)) throw new Error(`${url} no longer says ${right}: the mistake has no place`);
    return { ...loaded, source: source.replace(right, wrong) };
  },
});
