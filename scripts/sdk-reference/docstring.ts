/** A docstring taken apart. */
export type Docstring = {
  readonly summary: string;
  readonly tags: readonly { readonly tag: string; readonly text: string }[];
};

/** Takes a docstring apart at its block tags. */
export function readDocstring(docs: string): Docstring {
  const [summary = "", ...rest] = splitOutsideCode(docs);
  const tags = rest.map((part) => {
    const [, tag = "", text = ""] = /^@(\w+)\s*([\s\S]*)$/.exec(part) ?? [];
    return { tag, text: text.trim() };
  });
  return { summary: summary.trim(), tags };
}

/** Parts that begin with a tag at the start of a line; in a block of code `@` means something else. */
function splitOutsideCode(docs: string): readonly string[] {
  let isCode = false;
  const parts: string[][] = [[]];
  for (const line of docs.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    if (!isCode && /^@\w/.test(line)) parts.push([]);
    // Tags may stand on one line behind each other, as in `@returns … @throws …`.
    parts.at(-1)?.push(line);
  }
  return parts.flatMap((lines) => lines.join("\n").split(/ (?=@(?:returns|throws) )/));
}
