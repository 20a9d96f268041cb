/** Most languages of a survey, its own one among them. */
export const mostSurveyLanguages = 20;

/** Longest tag of a language (RFC 5646, section 4.4.1, asks for at least 35). */
const longestTag = 35;

/**
 * A tag of a language in its canonical spelling (BCP 47).
 *
 * @returns undefined when it is none
 * @example
 * languageTag("ZH-cn"); // "zh-CN"
 */
export function languageTag(given: string): string | undefined {
  const text = given.trim().replaceAll("_", "-");
  if (text.length > longestTag || !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(text)) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** What a language is called, in a language; its tag where there is no name for it. @param shownIn default: the language itself */
export function languageName(tag: string, shownIn: string = tag): string {
  try {
    return new Intl.DisplayNames([shownIn, "en"], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Languages that authors choose from, and that files name in words; a survey can have any other. */
export const offeredLanguages: readonly string[] =
  "af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu ha he hi hr hu hy id ig is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my ne nl no pa pl ps pt pt-BR ro ru rw sd si sk sl so sq sr sv sw ta te th ti tr uk ur uz vi yo zh-CN zh-TW zu".split(
    " ",
  );

/** Whether a language is written from right to left. */
export function isRightToLeft(tag: string): boolean {
  const { script } = new Intl.Locale(tag).maximize();
  return rightToLeftScripts.has(script ?? "");
}

const rightToLeftScripts = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"]);

/**
 * The language that fits a wish best (RFC 4647, section 3.4, and then any of the same primary language).
 *
 * @param wishes tags, the strongest first; what is no tag is passed over
 * @returns undefined when no wish fits
 * @example
 * matchLanguage(["de-AT", "en"], ["en", "de"]); // "de"
 */
export function matchLanguage(wishes: readonly string[], tags: readonly string[]): string | undefined {
  for (const wish of wishes) {
    const tag = languageTag(wish);
    const found = tag === undefined ? undefined : (lookUp(tag, tags) ?? ofSamePrimary(tag, tags));
    if (found !== undefined) return found;
  }
  return undefined;
}

function lookUp(wish: string, tags: readonly string[]): string | undefined {
  for (let range = wish; range !== ""; range = range.slice(0, Math.max(range.lastIndexOf("-"), 0))) {
    if (tags.includes(range)) return range;
  }
  return undefined;
}

function ofSamePrimary(wish: string, tags: readonly string[]): string | undefined {
  return tags.find((tag) => tag.split("-")[0] === wish.split("-")[0]);
}
