import { defineConfig } from "vitest/config";
import { CountReporter } from "./scripts/vitest/count-reporter.ts";
import { SlowestFirst } from "./scripts/vitest/slowest-first.ts";
import { configured, deepProjects, quickProjects } from "./scripts/vitest/projects.ts";

export default defineConfig({
  test: {
    reporters: ["default", new CountReporter()],
    sequence: { sequencer: SlowestFirst },
    projects: [...quickProjects, ...deepProjects].map(configured),
  },
});
