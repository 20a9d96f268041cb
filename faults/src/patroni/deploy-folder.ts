import { join } from "node:path";

/** The configuration that operators use. */
export const deployFolder = join(import.meta.dirname, "../../../deploy/postgres-ha");
