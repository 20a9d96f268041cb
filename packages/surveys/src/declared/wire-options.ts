import type { Coded } from "../question-types/repeated-codes.ts";
import { linkedEntries } from "../model/linked-entries.ts";
import { optionBlank } from "../model/option-blanks.ts";
import type { BlankSetting, LinkedEntry, Option } from "../model/question.ts";
import type { DeclaredIds } from "./declared-ids.ts";
import type { DeclaredQuestion } from "./declared-pages.ts";

/** Where a question is, and the ids of its parts. */
export interface QuestionPlace {
  readonly id: string;
  /** Position over all pages, from 1. */
  readonly index: number;
  /** Number among the questions that take an answer, from 1; 0 for a description. */
  readonly realIndex: number;
  readonly ids: DeclaredIds;
}

/** The code of what has one; it is left out where there is none. */
export function codeOf({ code }: Coded): Coded {
  return code === undefined ? {} : { code };
}

/** The options of a declared question, each blank in them with its id. */
export function wireOptions(declared: DeclaredQuestion, place: QuestionPlace): readonly Option[] {
  if (!("options" in declared)) return [];
  const blankIds = optionBlankIds(declared, place);
  return declared.options.map((option, at) => ({
    id: place.ids.option(place.index, at),
    ...codeOf(option),
    text: withBlankIds(option.text, blankIds[at] ?? []),
    exclusive: option.exclusive,
    noRandom: option.no_random,
    goto: "",
    display: [],
  }));
}

/** The ids of the blanks of each option. */
function optionBlankIds(declared: DeclaredQuestion, place: QuestionPlace): readonly (readonly string[])[] {
  if (!("options" in declared)) return [];
  let count = 0;
  return declared.options.map((option) => {
    const blanks = "has_blanks" in option && option.has_blanks ? option.text.match(/____/g) : null;
    return (blanks ?? []).map(() => place.ids.blank(place.index, count++));
  });
}

function withBlankIds(text: string, blankIds: readonly string[]): string {
  if (blankIds.length === 0) return text;
  const [first = "", ...others] = text.split("____");
  return others.reduce((joined, part, at) => joined + optionBlank(blankIds[at] ?? "") + part, first);
}

/** The choices of a declared linked choice. */
export function wireLinkedEntries(declared: DeclaredQuestion, place: QuestionPlace): readonly LinkedEntry[] {
  return "paths" in declared ? linkedEntries(declared.paths, (at) => place.ids.option(place.index, at)) : [];
}

/** The blanks of a declared question, and those of its options. */
export function wireBlanks(declared: DeclaredQuestion, place: QuestionPlace): readonly BlankSetting[] {
  if ("blanks" in declared) {
    return declared.blanks.map((blank, at) => ({
      id: place.ids.blank(place.index, at),
      ...codeOf(blank),
      text: blank.text,
      validate: "",
      type: "question",
      attach_id: place.id,
    }));
  }
  return optionBlankIds(declared, place).flatMap((blankIds, at) =>
    blankIds.map((blankId) => ({
      id: blankId,
      text: "",
      validate: "",
      type: "option" as const,
      attach_id: place.ids.option(place.index, at),
    })),
  );
}
