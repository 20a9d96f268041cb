import type { JSX } from "hono/jsx/jsx-runtime";

/** A part of a rich text. */
export type RichPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bold"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly address: string };

/** Each alternative ends before the next of its own marks, so a text of marks alone takes no longer than another. */
const MARKUP = /\*\*([^*\n]+)\*\*|!?\[([^[\]\n]*)\]\(([^()\s]+)\)/g;

/**
 * Takes a rich text apart: `**bold**`, `[text](address)` and `![text](address)`. A picture becomes a link: a page loads
 * nothing from elsewhere. An address that is not http, https or mailto stays text, and so does everything else.
 */
export function richParts(text: string): readonly RichPart[] {
  const parts: RichPart[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKUP)) {
    const part = partOf(match);
    if (part === undefined) continue;
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index) });
    parts.push(part);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

/** The words of a rich text, without its marks. */
export function plainText(text: string): string {
  return richParts(text)
    .map((part) => part.text)
    .join("");
}

/** A text with bold parts and links; raw HTML in it is text. The style sheet keeps its lines. */
export function RichText({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {richParts(text).map((part) => {
        if (part.kind === "text") return part.text;
        if (part.kind === "bold") return <strong>{part.text}</strong>;
        return (
          <a href={part.address} target="_blank" rel="noopener noreferrer nofollow ugc">
            {part.text}
          </a>
        );
      })}
    </>
  );
}

function partOf([, bold, label, address]: RegExpExecArray): RichPart | undefined {
  if (bold !== undefined) return { kind: "bold", text: bold };
  if (label === undefined || address === undefined || !isHarmless(address)) return undefined;
  return { kind: "link", text: label.trim() === "" ? address : label, address };
}

/** Addresses such as `javascript:` would run in this page. */
function isHarmless(address: string): boolean {
  return URL.canParse(address) && ["http:", "https:", "mailto:"].includes(new URL(address).protocol);
}
