import {
  mapTexts,
  surveyTexts,
  type CustomArgument,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";
import { type NewParticipant, valuesOfParticipant } from "../model/participant.ts";

/** Names in braces, as in "Dear {name}"; not the marks of blanks, as in `____{id}`. */
const placeholder = /(?<!____)\{([^{}\n]{1,200})\}/g;

/** What would be bold, a link or a blank in a text of the survey. */
const marks = /[*[\]{]/g;

/** An invisible character that lets no line break (U+2060): marks beside it are text. */
const joiner = "\u2060";

/** Versions are kept in memory; most have no braces. */
const withBraces = new WeakMap<SurveyDefinition, boolean>();

/**
 * Puts what is known of a participant into the texts of a survey. For others, the name and the survey's arguments are left out; braces
 * around anything else are text.
 */
export function fillTexts(
  definition: SurveyDefinition,
  respondent: { readonly participant: NewParticipant | undefined } | undefined,
  customArguments: readonly Pick<CustomArgument, "title">[],
): SurveyDefinition {
  if (!hasBraces(definition)) return definition;
  const participant = respondent?.participant;
  const known = new Map([
    ["name", ""],
    ...customArguments.map(({ title }) => [title, ""] as const),
    ...Object.entries(participant === undefined ? {} : valuesOfParticipant(participant)),
  ]);
  const valueOf = (braces: string, name: string) =>
    known.get(name)?.replaceAll(marks, `$&${joiner}`) ?? braces;
  return mapTexts(definition, ({ text }) => text.replaceAll(placeholder, valueOf));
}

function hasBraces(definition: SurveyDefinition): boolean {
  const known = withBraces.get(definition);
  if (known !== undefined) return known;
  const found = surveyTexts(definition).some(({ text }) => text.includes("{"));
  withBraces.set(definition, found);
  return found;
}
