/** A text without its HTML, and what went with it. */
export interface PlainHtml {
  readonly text: string;
  readonly hasTags: boolean;
  /** Elements whose content is no text: scripts and styles. */
  readonly removed: readonly string[];
}

/** Elements whose content is not shown. */
const UNSHOWN = /^<(script|style|template|noscript|iframe|svg|head)\b/i;
/** Elements that begin a line of their own. */
const BLOCK = /^<\/?(?:p|div|h[1-6]|ul|ol|li|br|tr|table|section|blockquote|hr)\b/i;

/** Takes the HTML out of a text. It is read once from start to end: a text of `<` alone takes no longer than another. */
export function plainHtml(html: string): PlainHtml {
  const parts: string[] = [];
  const removed: string[] = [];
  const lower = html.toLowerCase();
  let [at, hasTags] = [0, false];
  while (at < html.length) {
    const start = html.indexOf("<", at);
    const end = start === -1 ? -1 : endOfTag(html, start);
    if (end === -1) break;
    parts.push(html.slice(at, start));
    const tag = html.slice(start, end);
    if (!/^<[a-z/!]/i.test(tag)) {
      parts.push("<");
      at = start + 1;
      continue;
    }
    hasTags = true;
    parts.push(BLOCK.test(tag) ? "\n" : " ");
    const [, name] = UNSHOWN.exec(tag) ?? [];
    if (name !== undefined) removed.push(name.toLowerCase());
    at = name === undefined ? end : afterElement(lower, name.toLowerCase(), end);
  }
  parts.push(html.slice(at));
  return { text: tidy(withoutEntities(parts.join(""))), hasTags, removed: [...new Set(removed)] };
}

/** Comments end with `-->`, tags with `>`; a comment without an end hides the rest. @returns -1 where a tag has no end */
function endOfTag(html: string, start: number): number {
  const isComment = html.startsWith("<!--", start);
  const sign = isComment ? "-->" : ">";
  const end = html.indexOf(sign, start);
  if (end === -1) return isComment ? html.length : -1;
  return end + sign.length;
}

function afterElement(lower: string, name: string, from: number): number {
  const close = lower.indexOf(`</${name}`, from);
  const end = close === -1 ? -1 : lower.indexOf(">", close);
  return end === -1 ? lower.length : end + 1;
}

function tidy(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replaceAll(/[\s\u00a0]+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** Names of the characters from U+00A0 on, in their order (HTML 4, section 24.2.1). */
const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const named: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    LATIN_1.split(" ").map((name, at) => [name, String.fromCodePoint(0xa0 + at)] as const),
  ),
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  shy: "",
  zwnj: "",
  OElig: "Œ",
  oelig: "œ",
  Scaron: "Š",
  scaron: "š",
  trade: "™",
  euro: "€",
  bull: "•",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  lsaquo: "‹",
  rsaquo: "›",
  larr: "←",
  uarr: "↑",
  rarr: "→",
  darr: "↓",
  ne: "≠",
  le: "≤",
  ge: "≥",
  minus: "−",
  infin: "∞",
};

const ENTITY = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]{2,8}\d{0,2});/g;

/** A text with characters in place of entities. One that is not known stays as it is. */
export function withoutEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity) => {
    const name = entity.slice(1, -1);
    if (!name.startsWith("#")) return Object.hasOwn(named, name) ? (named[name] ?? entity) : entity;
    const code = Number(name.slice(1).replace(/^x/i, "0x"));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : entity;
  });
}
