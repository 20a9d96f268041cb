import { configureGlobal } from "fast-check";

/** The seed of generated inputs: a whole number, or `random`. */
const SEED_VARIABLE = "SOP_TEST_SEED";
const USUAL_SEED = 20_260_401;

const given = process.env[SEED_VARIABLE];

// Generated inputs are the same in every run, so that a red run is about what was changed. `random` looks for new ones.
if (given !== "random") configureGlobal({ seed: given === undefined ? USUAL_SEED : Number(given) });
