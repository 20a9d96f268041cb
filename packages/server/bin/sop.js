#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=16 --max-old-space-size=1000
// Limits of the heap and of the C library's arenas, which keep the resident memory below 200 MB: see docs/performance.md.
import { startProgram } from "@survey-open-platform/service/start-program";

startProgram("sop", function () {
  return import("../dist/main.js");
});
