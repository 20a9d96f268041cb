import type { Stage } from "./stage.ts";

/** Asks whether something that was made still has an effect. */
export type Probe = () => Promise<boolean>;

/** Makes something with a right. */
export type Thing = (stage: Stage) => Promise<Probe>;
