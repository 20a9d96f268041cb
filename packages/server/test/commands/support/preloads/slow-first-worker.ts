import cluster from "node:cluster";

/** Preloaded into a platform with several processes: the first of them loads so much later than the others. */
const milliseconds = 2000;

if (cluster.worker?.id === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
