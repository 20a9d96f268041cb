import type { Language } from "./language.ts";

/** Time zones come from users, so that the number of different formats has a bound. */
const mostFormats = 64;

/**
 * How numbers are written in a language. Making a format takes longer than using it many times, and memory outside the heap; so each
 * is made once.
 */
export const numberFormat = madeOnce(
  (language: Language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

/** How points in time are written in a language, made once as in {@link numberFormat}. */
export const dateTimeFormat = madeOnce(
  (language: Language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

function madeOnce<Options extends object, Format>(make: (language: Language, options: Options) => Format) {
  const formats = new Map<string, Format>();
  return (language: Language, options: Options): Format => {
    const key = language + JSON.stringify(options);
    const known = formats.get(key);
    if (known !== undefined) return known;
    const format = make(language, options);
    if (formats.size >= mostFormats) formats.clear();
    formats.set(key, format);
    return format;
  };
}
