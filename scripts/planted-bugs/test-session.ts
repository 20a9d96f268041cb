import { join } from "node:path";
import type { Plugin } from "vitest/config";
import { createVitest, type Reporter, type TestCase, type Vitest } from "vitest/node";
import { configured, type Project } from "../vitest/projects.ts";
import type { Engine } from "./planted-bug.ts";
import { projectOf } from "./project-of.ts";

/** For each test file. A test that hangs is not a test that fails. */
const LIMIT_MILLISECONDS = 300_000;

/** A file of the sources with a mistake in its text. */
export type Planted = { readonly file: string; readonly text: string };

/** How the run of a test file ended. One that cannot be loaded proves nothing. */
export type Outcome = "passes" | "fails" | "runs no test" | "does not end in time";

/** What the plugin and the reporter of a session have in common. */
type State = { planted: Planted | undefined; readonly finished: TestCase[] };

/**
 * A vitest that lives on from one mistake to the next. A mistake is put into its file while the tests load it; all other
 * files are read and compiled once, and no file is written.
 */
export class TestSession implements AsyncDisposable {
  readonly #vitest: Vitest;
  readonly #root: string;
  readonly #state: State;

  private constructor(root: string, vitest: Vitest, state: State) {
    this.#root = root;
    this.#vitest = vitest;
    this.#state = state;
  }

  static async begin(root: string, projects: readonly Project[]): Promise<TestSession> {
    const state: State = { planted: undefined, finished: [] };
    const reporter: Reporter = { onTestCaseResult: (test) => void state.finished.push(test) };
    const plugin = plantingPlugin(state);
    const vitest = await createVitest(
      { root, config: false, watch: false, reporters: [reporter] },
      { test: { projects: projects.map((project) => withPlugin(project, plugin)) } },
    );
    return new TestSession(root, vitest, state);
  }

  /**
   * Runs a whole test file: vitest's `bail` may lose the result of the very test that fails.
   *
   * @param planted the mistake that is in the sources meanwhile
   */
  async run(file: string, engine: Engine, planted?: Planted): Promise<Outcome> {
    const path = join(this.#root, planted?.file ?? file);
    this.#state.planted = planted && { file: path, text: planted.text };
    this.#state.finished.length = 0;
    this.#vitest.invalidateFile(path);
    const isLate = await this.#runInTime(file, engine);
    this.#state.planted = undefined;
    this.#vitest.invalidateFile(path);
    if (isLate) return "does not end in time";
    const states = new Set(this.#state.finished.map((test) => test.result().state));
    if (states.has("failed")) return "fails";
    return states.has("passed") ? "passes" : "runs no test";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#vitest.close();
  }

  /** @returns whether it took too long */
  async #runInTime(file: string, engine: Engine): Promise<boolean> {
    const project = this.#vitest.getProjectByName(projectOf(file, engine)?.name ?? "");
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      // The second time it does not wait for the tests that are running.
      for (const _ of [1, 2]) void this.#vitest.cancelCurrentRun("test-failure");
    }, LIMIT_MILLISECONDS);
    await this.#vitest.runTestSpecifications([project.createSpecification(join(this.#root, file))]);
    clearTimeout(limit);
    return isLate;
  }
}

function withPlugin(project: Project, plugin: Plugin): ReturnType<typeof configured> {
  // Programs that tests start have no mistake in them, so no bundles of them are made.
  const config = configured({ ...project, startsPrograms: false });
  return { ...config, plugins: [plugin, ...(config.plugins ?? [])] };
}

function plantingPlugin(state: State): Plugin {
  return {
    name: "planted-bug",
    enforce: "pre",
    load: (id) => (id === state.planted?.file ? state.planted.text : undefined),
    // Vitest keeps what it compiled for the next run, under what the file itself has: no mistake may be kept.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (id === state.planted?.file ? false : undefined)),
  };
}
