import { copyFileSync } from "node:fs";
import { join } from "node:path";

/** `prepack` of each package: what is published has its license. Plain JavaScript, because any Node may run npm. */
copyFileSync(join(import.meta.dirname, "../../LICENSE"), "LICENSE");
