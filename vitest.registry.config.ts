import { defineConfig } from "vitest/config";
import { CountReporter } from "./scripts/vitest/count-reporter.ts";
import { configured } from "./scripts/vitest/projects.ts";

/** `npm run test:registry`: the tests that need the npm registry, which `npm test` does without. */
export default defineConfig({
  test: {
    reporters: ["default", new CountReporter()],
    projects: [
      configured({
        name: "registry",
        root: "e2e",
        include: ["registry/*.registry.ts"],
        testTimeout: 600_000,
        mayUseConsole: true,
      }),
    ],
  },
});
