import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { runProgram } from "../../../../scripts/processes/run-program.ts";
import { renderReference } from "../../../../scripts/sdk-reference/render-reference.ts";
import { settings } from "../../src/config/settings.ts";
import { runHere } from "../operating/commands/support/run-here.ts";
import { anchors, codeBlocks, repositoryLinks, type CodeBlock } from "./support/markdown.ts";
import { readRepositoryFile, readRepositoryFiles, ROOT } from "./support/repository.ts";

/** With the reference of the SDK, which the repository does not keep. */
const DOCUMENTS = new Map([...readRepositoryFiles("**/*.md"), ["docs/reference/sdk.md", renderReference()]]);
const BLOCKS = [...DOCUMENTS].flatMap(([path, text]) => codeBlocks(path, text));

/** Where a block stands, for a failing test to name. */
const place = (block: CodeBlock): string => `${block.document}:${block.line}`;

const levelsOfHeadings = (path: string) => readRepositoryFile(path).match(/^#+ /gm);

const blocksOf = (...languages: readonly string[]): readonly CodeBlock[] =>
  BLOCKS.filter((block) => languages.includes(block.language));

/** Every command line in the documents, without prompts, comments and what was printed. */
const COMMANDS = blocksOf("sh", "bash", "shell").flatMap((block) =>
  block.code
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/^\$ /, "").replace(/(^|\s)#.*$/, ""))
    .flatMap((line) => line.split(/&&|\|\||;|\|/))
    .map((command) => ({ block, words: command.trim().split(/\s+/) })),
);

describe("the documents", () => {
  test("name the language of every block of code, so that each can be checked", () => {
    expect(BLOCKS.length).toBeGreaterThan(0);
    expect(BLOCKS.filter((block) => block.language === "").map(place)).toEqual([]);
  });

  test("link only to files and headings that exist", () => {
    const links = [...DOCUMENTS].flatMap(([path, text]) => repositoryLinks(path, text));
    const broken = links.filter(({ target, anchor }) => {
      const path = join(ROOT, target);
      return !existsSync(path) || (anchor !== "" && !anchors(readRepositoryFile(target)).includes(anchor));
    });
    expect(links.length).toBeGreaterThan(0);
    expect(broken).toEqual([]);
  });

  test("have the same sections in both languages", () => {
    const translated = [...DOCUMENTS.keys()].filter((path) => path.startsWith("docs/guides/zh-cn/"));
    expect(translated.length).toBeGreaterThan(0);
    for (const path of translated)
      expect(levelsOfHeadings(path), path).toEqual(levelsOfHeadings(path.replace("zh-cn/", "")));
  });

  test("show TypeScript that compiles", async () => {
    expect(await compile(blocksOf("ts", "typescript", "tsx"))).toBe("");
  });

  test("show JSON and YAML that can be parsed", () => {
    for (const block of blocksOf("json")) expect(() => JSON.parse(block.code), place(block)).not.toThrow();
    for (const block of blocksOf("yaml", "yml"))
      expect(() => parseYaml(block.code), place(block)).not.toThrow();
  });

  test("name only npm scripts that exist", () => {
    const { scripts } = JSON.parse(readRepositoryFile("package.json"));
    const named = COMMANDS.filter(({ words }) => words[0] === "npm").map(({ words }) => scriptOf(words));
    const missing = named.filter((name) => name !== undefined && !Object.hasOwn(scripts, name));
    expect(named.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });

  test("run only files of this repository that exist", () => {
    const files = COMMANDS.filter(({ words }) => words[0] === "node" && /^[\w.]+\//.test(words[1] ?? ""));
    const missing = files.filter(({ words }) => !existsSync(join(ROOT, words[1] ?? "")));
    expect(missing.map(({ block, words }) => `${place(block)}: ${words.join(" ")}`)).toEqual([]);
  });

  test("name only commands and options that the command line knows", async () => {
    const named = COMMANDS.map(({ block, words }) => ({
      block,
      words: words[0] === "npx" ? words.slice(1) : words,
    }));
    const calls = named
      .filter(({ words }) => words[0] === "sop")
      .map(({ block, words }) => ({ block, words: words.slice(1) }));
    for (const { words } of calls) await learnUsage(commandIn(words));
    const unknown = calls.filter(({ words }) => {
      const usage = usages.get(commandIn(words)) ?? "";
      const options = words.filter((word) => word.startsWith("--") && word !== "--version");
      return usage === "" || options.some((option) => !usage.includes(option.split("=")[0] ?? option));
    });
    expect(unknown.map(({ block, words }) => `${place(block)}: sop ${words.join(" ")}`)).toEqual([]);
  });

  test("name only settings that the platform or its tests have", () => {
    const ofTests = new Set(["SOP_TEST_POSTGRES", "SOP_TEST_SEED"]);
    const known = new Set<string>(Object.values(settings).map(({ variable }) => variable));
    const unknown = [...DOCUMENTS].flatMap(([path, text]) =>
      (text.match(/\bSOP_[A-Z][A-Z_]*/g) ?? [])
        .filter((name) => !known.has(name) && !ofTests.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});

/** `npm start` and `npm test` name a script, `npm run x` names x, and `npm ci` names none. */
function scriptOf(words: readonly string[]): string | undefined {
  if (words[1] === "run") return words[2];
  return ["start", "test"].find((name) => words[1] === name);
}

/** By command; that of `sop` itself under an empty name. */
const usages = new Map<string, string>();

/** The first words of commands that have two. */
const groups = new Set(["app", "audit", "mail", "team", "user", "privacy"]);

function commandIn([first = "", second = ""]: readonly string[]): string {
  if (groups.has(first)) return `${first} ${second}`;
  return first.startsWith("-") ? "" : first;
}

/** Asks the command line once what it says of a command: nothing when it knows no such command. */
async function learnUsage(command: string): Promise<void> {
  if (usages.has(command)) return;
  const words = command === "" ? [] : command.split(" ");
  const { stdout } = await runHere([...words, "--help"]);
  usages.set(command, stdout.includes(["sop", ...words].join(" ")) ? `${stdout} --help` : "");
}

/** What the compiler says about blocks of TypeScript; nothing when all is well. */
async function compile(blocks: readonly CodeBlock[]): Promise<string> {
  if (blocks.length === 0) return "";
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".cache/documents-"));
  try {
    for (const block of blocks) {
      const name = `${block.document.replaceAll(/\W/g, "-")}-line-${block.line}.${block.language === "tsx" ? "tsx" : "ts"}`;
      writeFileSync(join(folder, name), `export {};\n${block.code}`);
    }
    const options = { noEmit: true, composite: false, noUnusedLocals: false, noUnusedParameters: false };
    const config = { extends: "../../tsconfig.base.json", compilerOptions: options, include: ["."] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    return (await runProgram(process.execPath, [compiler, "-p", folder])).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
