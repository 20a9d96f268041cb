/**
 * Loaded into a program before anything else (`node --import`): stops it when the process that started it has ended,
 * also when that one was killed. Needs an IPC channel to it.
 */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
// The program may still end by itself.
process.channel?.unref();
