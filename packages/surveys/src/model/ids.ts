import type { SurveyDefinition } from "./definition.ts";

/** Source of `size` random bytes; a parameter so that tests can repeat it. */
type RandomBytes = (size: number) => Uint8Array;

/** What has an id of its own in a survey. */
export type PartKind = "page" | "question" | "option" | "row" | "blank";

/** Makes ids of new parts of one survey; each differs from all others. */
export type IdMaker = (kind: PartKind) => string;

const prefixes: Readonly<Record<PartKind, string>> = {
  page: "p-",
  question: "q-",
  option: "o-",
  row: "g-",
  blank: "fillblank-",
};

const lowerCase = "abcdefghijklmnopqrstuvwxyz";
const upperCase = lowerCase.toUpperCase();

/**
 * Makes an {@link IdMaker} for a survey. An id is a number past the highest of its kind, and random letters: so it also
 * differs from those of parts that were removed before, which answers may still refer to.
 *
 * @param taken ids in use, see {@link idsOf}: those of the draft and, to be certain, of every version
 * @example
 * const makeId = idMaker(idsOf(draft), randomBytes);
 * makeId("option"); // "o-104-QWHZ"
 */
export function idMaker(taken: Iterable<string>, randomBytes: RandomBytes): IdMaker {
  const highest = new Map<string, number>();
  for (const id of taken) noteNumber(highest, id);
  return (kind) => {
    const prefix = prefixes[kind];
    const number = (highest.get(prefix) ?? firstNumber(kind) - 1) + 1;
    highest.set(prefix, number);
    if (kind === "blank") return `${prefix}${number}${letters(upperCase, 3, randomBytes)}`;
    const alphabet = kind === "page" || kind === "question" ? lowerCase : upperCase;
    return `${prefix}${number}-${letters(alphabet, 4, randomBytes)}`;
  };
}

/** The ids of all parts of a definition. */
export function idsOf({ pages }: Pick<SurveyDefinition, "pages">): readonly string[] {
  return pages.flatMap(({ id, questions }) => [
    id,
    ...questions.flatMap((question) => [
      question.id,
      ...question.options.map((option) => option.id),
      ...question.groups.map((entry) => entry.id),
      ...question.subTitles.map((row) => row.id),
      ...question.blank_setting.map((blank) => blank.id),
    ]),
  ]);
}

function firstNumber(kind: PartKind): number {
  return kind === "option" ? 100 : 1;
}

function noteNumber(highest: Map<string, number>, id: string): void {
  const [, prefix = "", digits = ""] = /^([a-z]+-)(\d{1,15})/.exec(id) ?? [];
  if (digits === "") return;
  highest.set(prefix, Math.max(highest.get(prefix) ?? 0, Number(digits)));
}

function letters(alphabet: string, count: number, randomBytes: RandomBytes): string {
  return Array.from(randomBytes(count), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}
