import { posix } from "node:path";

/** A fenced block of code in a document. */
export type CodeBlock = {
  /** Path of the document from the root. */
  readonly document: string;
  /** The line (from 1) on which the code begins. */
  readonly line: number;
  /** The word after the fence: `ts`, `sh`, `json` …; empty when there is none. */
  readonly language: string;
  readonly code: string;
};

/** A link from a document to a file of this repository, perhaps to a heading in it. */
export type Link = { readonly document: string; readonly target: string; readonly anchor: string };

/** The fenced blocks of a document, in order. */
export function codeBlocks(document: string, text: string): readonly CodeBlock[] {
  const blocks = text.matchAll(/^( *)(`{3,})([^\n`]*)\n([\s\S]*?)^\1\2 *$/gm);
  return [...blocks].map(({ index, 1: indent = "", 3: words = "", 4: code = "" }) => ({
    document,
    line: text.slice(0, index).split("\n").length + 1,
    language: words.trim().split(/\s/)[0] ?? "",
    code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));
}

/** A document with its fenced and inline code blanked out, so that examples are not read as prose. */
export function withoutCode(text: string): string {
  return text.replaceAll(/^ *(`{3,})[\s\S]*?^ *\1 *$/gm, "").replaceAll(/`[^`\n]*`/g, "``");
}

/** Links to files of this repository; addresses of other places are left out. */
export function repositoryLinks(document: string, text: string): readonly Link[] {
  const targets = [...withoutCode(text).matchAll(/\]\(\s*<?([^)\s>]+)/g)].map(({ 1: target = "" }) => target);
  return targets
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
    .map((target) => {
      const [path = "", anchor = ""] = target.split("#");
      const resolved = path === "" ? document : posix.join(posix.dirname(document), decodeURI(path));
      return { document, target: resolved, anchor };
    });
}

/** The anchors that a document offers: one for each heading, as code hosts derive them. */
export function anchors(text: string): readonly string[] {
  const headings = [...text.replaceAll(/^ *(`{3,})[\s\S]*?^ *\1 *$/gm, "").matchAll(/^#{1,6} +(.+?) *#*$/gm)];
  return headings.map(({ 1: heading = "" }) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}
