#!/usr/bin/env -S node --max-semi-space-size=8
// The young generation is kept small: it holds what one request needs, and left alone it takes 50 MB more.
import { startProgram } from "@survey-open-platform/service/start-program";

startProgram("sop", function () {
  return import("../dist/main.js");
});
