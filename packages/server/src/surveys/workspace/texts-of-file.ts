import {
  checkTranslation,
  FileProblem,
  readTranslation,
  type TranslatedText,
} from "@survey-open-platform/surveys";
import type { UserRequest } from "../../session/page-request.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** The texts that a translated file has, without those it leaves empty, or every mistake in it, in words. */
export function textsOfFile(
  { language }: Pick<UserRequest, "language">,
  texts: readonly TranslatedText[],
  { tag, content }: { readonly tag: string; readonly content: Uint8Array },
): { readonly texts: Readonly<Record<string, string>> } | { readonly problems: readonly string[] } {
  const words = workspaceTextsFor(language).languages;
  if (content.length === 0) return { problems: [words.problems.noFile] };
  try {
    const read = readTranslation(content, tag);
    if (read.tag !== undefined && read.tag !== tag)
      return { problems: [words.problems.otherLanguage(read.tag)] };
    const known = new Map(texts.map((text) => [text.key, text]));
    const given = read.texts.filter(({ text }) => text.trim() !== "");
    const problems = given.flatMap(({ key, line, text }) => {
      const found = known.get(key);
      if (found === undefined) return [words.problems.unknownText(line, key)];
      const problem = checkTranslation(found, text);
      return problem === undefined ? [] : [words.problems.ofLine(line, words.problem(problem))];
    });
    if (problems.length > 0) return { problems };
    return { texts: Object.fromEntries(given.map(({ key, text }) => [key, text.trim()])) };
  } catch (error) {
    if (error instanceof FileProblem) return { problems: [words.problems.ofFile(error.message)] };
    throw error;
  }
}
