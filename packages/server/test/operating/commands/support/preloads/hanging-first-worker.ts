import cluster from "node:cluster";

/** Preloaded into a platform with several processes: the first of them hangs soon after it got a stop signal, for longer than it is waited for. */
const milliseconds = 100;
const hangsMilliseconds = 20_000;

if (cluster.worker?.id === 1) {
  process.once("SIGTERM", () =>
    setTimeout(
      () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, hangsMilliseconds),
      milliseconds,
    ),
  );
}
