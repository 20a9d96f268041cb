import { randomBytes } from "node:crypto";
import {
  definitionFromTextInTurns,
  inTurns,
  type Problem,
  surveyJsonInTurns,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";
import { hashToken } from "../../model/token.ts";
import { withLineFeeds } from "../../pages/form-lines.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { NewSurveyForm } from "./new-survey-page.tsx";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** Why no survey was made. */
export interface NotMade {
  readonly problems: NewSurveyForm["problems"];
  readonly losses?: NewSurveyForm["losses"];
}

/** What a user sent to be imported. */
export interface SurveyImport {
  readonly from: "text" | "json";
  readonly text: string;
  /** Names the text whose list of losses the user has seen. */
  readonly accept: string;
}

/** Most mistakes, and most losses, that are listed at once. */
const listed = { problems: 50, losses: 300 } as const;

/**
 * Makes a survey of what a user sent. One that is not quite what was sent is made once the user has seen in which way: the
 * button names the text that the list belongs to.
 */
export async function importSurvey(
  pageRequest: UserRequest,
  sent: SurveyImport,
): Promise<SurveyDefinition | NotMade> {
  const text = withLineFeeds(sent.text);
  if (sent.from === "json") return fromJson(pageRequest, text);
  const made = await fromText(pageRequest, text);
  if ("problems" in made) return made;
  const accept = hashToken(text);
  if (made.lines.length === 0 || sent.accept === accept) return made.definition;
  const { further } = workspaceTextsFor(pageRequest.language).creation;
  const rest = made.lines.length - listed.losses;
  const lines = rest > 0 ? [...made.lines.slice(0, listed.losses), further(rest)] : made.lines;
  return { problems: {}, losses: { count: made.lines.length, lines, accept } };
}

/** A survey, and in which way it is not what was sent. */
interface LossySurvey {
  readonly definition: SurveyDefinition;
  readonly lines: readonly string[];
}

async function fromText({ language }: UserRequest, text: string): Promise<LossySurvey | NotMade> {
  const made = await inTurns(definitionFromTextInTurns(text));
  const { textProblem } = workspaceTextsFor(language).creation;
  return made.ok
    ? { definition: made.definition, lines: made.notes.map(textProblem) }
    : { problems: { text: made.problems.map(textProblem) } };
}

async function fromJson(pageRequest: UserRequest, text: string): Promise<SurveyDefinition | NotMade> {
  const made = await inTurns(surveyJsonInTurns(text, randomBytes));
  return made.ok ? made.definition : refused(pageRequest, made.problems);
}

function refused({ language }: UserRequest, problems: readonly Problem[]): NotMade {
  const { jsonProblem } = workspaceTextsFor(language).creation;
  return { problems: { text: problems.slice(0, listed.problems).map(jsonProblem) } };
}
