/** A language that the page is written in, as a BCP 47 tag. */
export type Language = "en" | "zh-CN";

/** Every language, in the order in which the switcher lists them. */
export const languages: readonly Language[] = ["en", "zh-CN"];

/** Where a wish for a language may come from, strongest first. */
export interface LanguageWishes {
  readonly query: string | null;
  readonly cookie: string | undefined;
  readonly acceptLanguage: string | null;
}

/** The first wish that names a language we have; English when none does. */
export function chooseLanguage({ query, cookie, acceptLanguage }: LanguageWishes): Language {
  return languageOf(query) ?? languageOf(cookie) ?? acceptedLanguage(acceptLanguage ?? "") ?? "en";
}

/** Every variety of Chinese reads simplified characters better than English. */
function languageOf(tag: string | null | undefined): Language | undefined {
  const [primary] = (tag ?? "").trim().toLowerCase().split(/[-_]/, 1);
  if (primary === "zh") return "zh-CN";
  return primary === "en" ? "en" : undefined;
}

function acceptedLanguage(header: string): Language | undefined {
  const wishes = header
    .slice(0, 1000)
    .split(",")
    .map((range) => {
      const [tag, quality] = range.split(/;\s*q=/);
      return { language: languageOf(tag), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ language, quality }) => language !== undefined && quality > 0);
  return wishes.toSorted((one, other) => other.quality - one.quality)[0]?.language;
}
