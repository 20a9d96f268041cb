import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { referenceFile, renderReference } from "./sdk-reference/render-reference.ts";

/**
 * `npm run sdk-reference`: writes the SDK's API reference from the docstrings in its sources. With `--check` it only
 * says whether that would change anything.
 */
const current = existsSync(referenceFile) ? readFileSync(referenceFile, "utf8") : "";
const wanted = renderReference();
const isCurrent = current === wanted;
const isCheck = process.argv.includes("--check");
if (!isCurrent && !isCheck) writeFileSync(referenceFile, wanted);
if (!isCurrent && isCheck) process.exitCode = 1;
console.log(`The reference ${isCurrent ? "is current" : isCheck ? "is out of date" : "was written again"}.`);
