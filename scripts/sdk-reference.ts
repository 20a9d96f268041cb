import { writeFileSync } from "node:fs";
import { referenceFile, renderReference } from "./sdk-reference/render-reference.ts";

/** `npm run sdk-reference`: writes the SDK's API reference, for a release, from the docstrings in its sources. */
writeFileSync(referenceFile, renderReference());
console.log(`The reference is in ${referenceFile}.`);
