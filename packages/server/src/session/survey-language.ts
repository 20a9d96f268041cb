import {
  isRightToLeft,
  languageName,
  languagesOf,
  matchLanguage,
  type SurveyDefinition,
  surveyIn,
} from "@survey-open-platform/surveys";
import { acceptedTags, chooseLanguage, type ContentLanguages } from "@survey-open-platform/service";
import { languageLink } from "../pages/language-link.ts";
import type { PageRequest } from "./page-request.ts";

const yearSeconds = 31_536_000;

/** The tag of the language in which a respondent has a survey; undefined for a survey that says none. */
export function surveyLanguage(
  { context, cookies, session }: PageRequest,
  definition: Pick<SurveyDefinition, "language" | "translations">,
): string | undefined {
  const tags = languagesOf(definition);
  if (tags.length < 2) return tags[0];
  const chosen = matchLanguage([context.req.query("lang") ?? ""], tags);
  if (chosen !== undefined) {
    // Every page after this one is in it, too.
    cookies.set("sop_survey_lang", chosen, yearSeconds);
    return chosen;
  }
  const wishes = [
    cookies.get("sop_survey_lang"),
    session?.user.language,
    cookies.get("sop_lang"),
    ...acceptedTags(context.req.header("accept-language")),
  ];
  return (
    matchLanguage(
      wishes.flatMap((wish) => wish ?? []),
      tags,
    ) ?? tags[0]
  );
}

/** A page about a survey in the language of its respondent: with the texts of that language, and the platform's own as near to it as they are. */
export interface InSurveyLanguage<Request extends PageRequest> {
  readonly pageRequest: Request;
  readonly definition: SurveyDefinition;
  /** For the frame of the page; undefined for a survey that says no language. */
  readonly contentLanguages: ContentLanguages | undefined;
}

/** Puts a page about a survey into the language of its respondent. */
export function inSurveyLanguage<Request extends PageRequest>(
  pageRequest: Request,
  definition: SurveyDefinition,
): InSurveyLanguage<Request> {
  const tag = surveyLanguage(pageRequest, definition);
  if (tag === undefined) return { pageRequest, definition, contentLanguages: undefined };
  const tags = languagesOf(definition);
  return {
    pageRequest: { ...pageRequest, language: chooseLanguage({ query: tag, user: pageRequest.language }) },
    definition: surveyIn(definition, tag),
    contentLanguages: {
      tag,
      isRightToLeft: isRightToLeft(tag),
      choices: tags.map((choice) => ({ tag: choice, name: languageName(choice) })),
    },
  };
}

/** A path with the language that its request chose by the address, if it did. */
export function inChosenLanguage({ context, language }: PageRequest, path: string): string {
  const chosen = context.req.query("lang");
  return chosen === undefined ? path : languageLink(path, matchLanguage([chosen], [chosen]) ?? language);
}
