import { defineConfig } from "vitest/config";
import { CountReporter } from "./scripts/vitest/count-reporter.ts";
import { asProcesses, configured, inProcess } from "./scripts/vitest/projects.ts";

export default defineConfig({
  test: {
    reporters: ["default", new CountReporter()],
    projects: [...inProcess, ...asProcesses].map(configured),
  },
});
