/** A language that pages are written in, as a BCP 47 tag. */
export type Language = "en" | "zh-CN";

/** Every language, in the order in which the switcher lists them. */
export const languages: readonly Language[] = ["en", "zh-CN"];

/** What stands between two sentences: Chinese punctuation brings its own space. */
export const sentenceSpace: Readonly<Record<Language, string>> = { en: " ", "zh-CN": "" };

const defaultLanguage: Language = "en";

/** Where a wish for a language may come from, strongest first. Absent and unusable values are passed over. */
export type LanguageWishes = {
  readonly query?: string | null | undefined;
  readonly user?: string | null | undefined;
  readonly cookie?: string | null | undefined;
  readonly uiLocales?: string | null | undefined;
  readonly acceptLanguage?: string | null | undefined;
};

/**
 * Picks the language of a page.
 *
 * @param wishes the `lang` query parameter, the signed-in user's setting, the `sop_lang` cookie, the `ui_locales` of an
 *   application (OpenID Connect Core, section 3.1.2.1) and the `Accept-Language` header, each as it came
 * @returns the first wish that names a language we have; English when none does
 * @example
 * chooseLanguage({ acceptLanguage: "fr, zh-TW;q=0.8, en;q=0.5" }); // "zh-CN"
 */
export function chooseLanguage({ query, user, cookie, uiLocales, acceptLanguage }: LanguageWishes): Language {
  return (
    languageOf(query) ??
    languageOf(user) ??
    languageOf(cookie) ??
    firstLanguage(uiLocales) ??
    acceptedLanguage(acceptLanguage) ??
    defaultLanguage
  );
}

/** Whether a tag names a language that we have. */
export function isLanguage(tag: string): boolean {
  return languageOf(tag) !== undefined;
}

/** Every variety of Chinese reads simplified characters better than English, so all of `zh` is served as zh-CN. */
function languageOf(tag: string | null | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_]/, 1)[0];
  if (primary === "zh") return "zh-CN";
  return primary === "en" ? "en" : undefined;
}

/** Of tags that are parted by spaces, the first one first. */
function firstLanguage(tags: string | null | undefined): Language | undefined {
  return (tags ?? "")
    .split(" ", 20)
    .map(languageOf)
    .find((language) => language !== undefined);
}

/** Headers longer than this are noise; cutting them bounds the work (RFC 9110 section 12.5.4 sets no bound). */
const longestAcceptLanguage = 1000;

function acceptedLanguage(header: string | null | undefined): Language | undefined {
  return acceptedTags(header)
    .map((tag) => (tag === "*" ? defaultLanguage : languageOf(tag)))
    .find((language) => language !== undefined);
}

/** The tags of an `Accept-Language` header, the most wanted first, `*` among them; those that are not wanted are left out. */
export function acceptedTags(header: string | null | undefined): readonly string[] {
  const ranges = (header ?? "").slice(0, longestAcceptLanguage).split(",").map(parseRange);
  const wanted = ranges.filter(({ quality }) => quality > 0);
  // The sort is stable, so ranges of equal quality keep the header's order.
  return wanted.toSorted((a, b) => b.quality - a.quality).map(({ tag }) => tag);
}

function parseRange(range: string): { readonly tag: string; readonly quality: number } {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
  return { tag, quality: quality === undefined ? 1 : qualityOf(quality) };
}

/** A quality that is not a qvalue (RFC 9110 section 12.4.2) counts as unwanted rather than as most wanted. */
function qualityOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
