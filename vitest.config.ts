import { defineConfig } from "vitest/config";
import { CountReporter } from "./scripts/vitest/count-reporter.ts";
import { SlowestFirst } from "./scripts/vitest/slowest-first.ts";
import { asProcesses, configured, inProcess } from "./scripts/vitest/projects.ts";

export default defineConfig({
  test: {
    reporters: ["default", new CountReporter()],
    sequence: { sequencer: SlowestFirst },
    projects: [...inProcess, ...asProcesses].map(configured),
  },
});
