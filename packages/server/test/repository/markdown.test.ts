import { describe, expect, test } from "vitest";
import { anchors, codeBlocks, repositoryLinks } from "./support/markdown.ts";

const DOCUMENT = `# The first heading

See [another page](guide/start.md#two-commands), [below](#second-heading-with-code), [a site](https://example.com)
and \`[not a link](nowhere.md)\`.

## Second heading, with \`code\`

\`\`\`ts title="x"
const a = 1;
\`\`\`

- a list

  \`\`\`sh
  npm run build
  \`\`\`
`;

describe("what the tests read out of a document", () => {
  test("are its blocks of code, with language and line, also inside a list", () => {
    expect(codeBlocks("docs/a.md", DOCUMENT)).toEqual([
      { document: "docs/a.md", line: 9, language: "ts", code: "const a = 1;\n" },
      { document: "docs/a.md", line: 15, language: "sh", code: "npm run build\n" },
    ]);
  });

  test("are its links to files of the repository, resolved from where it stands", () => {
    expect(repositoryLinks("docs/a.md", DOCUMENT)).toEqual([
      { document: "docs/a.md", target: "docs/guide/start.md", anchor: "two-commands" },
      { document: "docs/a.md", target: "docs/a.md", anchor: "second-heading-with-code" },
    ]);
  });

  test("are the anchors of its headings", () => {
    expect(anchors(DOCUMENT)).toEqual(["the-first-heading", "second-heading-with-code"]);
  });
});
