import { bound, noCheck, type SourceCheck } from "./source-checks.ts";

/** A pattern that bounds the length of the whole text. */
const LENGTH = /^\^\.\{(\d{1,5})(?:,(\d{1,5}))?\}\$$/;

/** Sets, escaped signs, groups, how often something comes, and single signs. */
const PIECE = /\[\^?\]?(?:\\.|[^\]\\])*\]|\\.|\(\?:|\(\?|[*+?]\??|\{\d*,?\d*\}\??|./gs;

/** A local part, `@` and a domain in signs of {@link signOf}. */
const MAIL = /^\^?([x.]+)@(x[x.]+)\$?$/;

/** What a regular expression asks of a text. It is read and not executed: one of a file may take without end. */
export function checkOfPattern(given: string): SourceCheck {
  const pattern = given.trim().replace(/^\/(.*)\/[a-z]*$/s, "$1");
  const [, shortest = "", longest = shortest] = LENGTH.exec(pattern) ?? [];
  // An answer has at least one character, or is none.
  if (Number(longest) > 0) return { ...bound("longest", longest), isWhole: Number(shortest) <= 1 };
  const [, local = "", domain = ""] = MAIL.exec(required(pattern)) ?? [];
  return local.includes("x") && domain.includes(".x") ? { validate: "email", isWhole: false } : noCheck;
}

/** Patterns of mail addresses are shorter. */
const longestPattern = 1000;

/** What has to be there for a pattern: `x` for any sign but `.` and `@`, and `|` or `!` for what is not read. */
function required(pattern: string): string {
  if (pattern.length > longestPattern) return "!";
  let signs = pattern.replaceAll(PIECE, signOf).replaceAll(/[x.@]\?/g, "");
  for (let before = ""; before !== signs;) {
    before = signs;
    signs = signs.replaceAll(/\(([^()]*)\)(\??)/g, (_group, inner: string, may: string) =>
      may === "?" ? "" : oneOf(inner.split("|")),
    );
  }
  return signs;
}

/** Of alternatives, what all of them have. */
function oneOf([first = "", ...others]: readonly string[]): string {
  const all = [first, ...others];
  if (others.length === 0) return first;
  if (all.some((one) => !/^[x.]+$/.test(one))) return "!";
  return all.every((one) => /x\.+x/.test(one)) ? "x.x" : "x";
}

function signOf(piece: string): string {
  if (/^(?:\\\.|\[\\?\.\])$/.test(piece)) return ".";
  if (/^(?:@|\\@|\[\\?@\])$/.test(piece)) return "@";
  if (piece === "\\b") return "";
  if (piece === "(?:" || piece === "(") return "(";
  // What stands before or behind is asked for without being taken.
  if (piece === "(?") return "!";
  if (/^[)|^$]$/.test(piece)) return piece;
  if (/^(?:[*?]|\{0*[,}])/.test(piece)) return "?";
  return /^(?:\+|\{\d)/.test(piece) ? "" : "x";
}
