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

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  shy: "",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  sect: "§",
  deg: "°",
  plusmn: "±",
  times: "×",
  divide: "÷",
  frac12: "½",
  middot: "·",
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
  laquo: "«",
  raquo: "»",
  iexcl: "¡",
  iquest: "¿",
  rarr: "→",
  larr: "←",
  ne: "≠",
  le: "≤",
  ge: "≥",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
  agrave: "à",
  aacute: "á",
  acirc: "â",
  aring: "å",
  aelig: "æ",
  ccedil: "ç",
  egrave: "è",
  eacute: "é",
  ecirc: "ê",
  euml: "ë",
  iacute: "í",
  icirc: "î",
  iuml: "ï",
  ntilde: "ñ",
  oacute: "ó",
  ocirc: "ô",
  oslash: "ø",
  ugrave: "ù",
  uacute: "ú",
  ucirc: "û",
};

const ENTITY = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]{2,8}\d{0,2});/g;

/** An entity that is not known stays as it is. */
function withoutEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity) => {
    const name = entity.slice(1, -1);
    if (!name.startsWith("#")) return Object.hasOwn(named, name) ? (named[name] ?? entity) : entity;
    const code = Number(name.slice(1).replace(/^x/i, "0x"));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : entity;
  });
}
