import {
  createSurvey,
  type DefinitionFromText,
  definitionFromTextInTurns,
  idField,
  inTurns,
  longestSurveyText,
  surveyScene,
} from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError, type ErrorProblem } from "../../../errors.ts";
import { choiceField, integerField, textField } from "../../../http/body-fields.ts";
import { pagesOrigin } from "../../../http/pages-origin.ts";
import { ParameterProblem, refusalFor } from "../../../http/parameters.ts";
import { recordAudit } from "../../../store/audit/audit-log-table.ts";
import type { StoreQueries } from "../../../store/statements/queries.ts";
import type { Store } from "../../../store/store.ts";
import { addToChoice } from "../../../store/tokens/survey-choice-table.ts";
import { findTeamMember, listTeamMembers, type TeamMember } from "../../../store/teams/team-member-table.ts";
import { applicationActor } from "../application-actor.ts";
import { ownerOf, reachOf } from "../token-authentication.ts";
import { writeEndpoint, type AuthorizedWrite } from "../write-endpoint.ts";

const accountBounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const body = z.object({
  user_id: integerField(
    "Team mode: the member who counts as the creator, or the team's own id. User mode: the user's own id",
    accountBounds,
  ).optional(),
  org: integerField("Team mode: the team's id", accountBounds).optional(),
  text: textField("The survey in the text form, at most 200 KB", {
    minimum: 1,
    maximum: longestSurveyText,
  }).refine(
    (text) => Buffer.byteLength(text) <= longestSurveyText,
    `is longer than ${longestSurveyText} bytes`,
  ),
  scene: choiceField("What the survey is for; 1 unless given", Object.values(surveyScene)).optional(),
});

const note = z
  .object({
    line: z.int().min(1).meta({ description: "Number of the line in `text`, from 1." }),
    message: z.string().meta({ description: "What was kept as text there, in English." }),
  })
  .meta({ id: "SurveyTextNote", description: "A place in the text of a survey." });

const data = z.object({
  survey_id: idField.meta({ description: "Id of the new survey." }),
  id: idField.meta({ description: "The same id." }),
  hash: z.string().meta({ description: "Part of the public address." }),
  url: z.string().meta({ description: "Public address at which the survey is answered once it collects." }),
  survey_url: z.string().meta({ description: "The same address." }),
  notes: z.array(note).meta({
    description:
      "Places that were kept as text, and may have been meant otherwise: brackets with an unknown type.",
  }),
});

/** `POST /api/surveys`: creates a survey from text, as a draft. */
export function createSurveyEndpoint(store: Store, authUrl: string) {
  return writeEndpoint(store, {
    method: "POST",
    operationId: "createSurvey",
    path: "/api/surveys",
    summary: "Create a survey",
    description:
      "From its text form. The survey is a draft: setting its state to 2 publishes it and lets it collect answers.",
    body,
    data,
    errors: ["claim_error"],
    prepare: ({ text }) => inTurns(definitionFromTextInTurns(text)),
    async write(request) {
      const { transaction, principal, host } = request;
      const creatorUserId = await creatorOf(request);
      const { definition, notes } = madeFrom(request);
      const made = await createSurvey(
        transaction,
        {
          ownerId: ownerOf(principal),
          creatorUserId,
          definition,
          prepareEvent: (surveyId) => addToChoice(transaction, { ...reachOf(principal), surveyId }),
        },
        store.outbox,
      );
      await recordAudit(transaction, {
        actor: applicationActor(request),
        action: "survey.created",
        target: { kind: "survey", name: String(made.id) },
      });
      const url = `${pagesOrigin({ authUrl, host }) ?? ""}/s2/${made.id}/${made.hash}/`;
      return { survey_id: made.id, id: made.id, hash: made.hash, url, survey_url: url, notes: [...notes] };
    },
  });
}

type CreationRequest = AuthorizedWrite<z.output<typeof body>, DefinitionFromText>;

/** Clients send 0 for an account that they do not name. @throws `PlatformError` `claim_error` */
async function creatorOf({ principal, transaction, body: fields }: CreationRequest): Promise<number> {
  const { user_id: userId = 0, org = 0 } = fields;
  if (principal.mode === "user") {
    if (org !== 0 || ![0, principal.userId].includes(userId))
      throw refusedClaim("With a user access token, user_id can only be that of its user, and org only 0.");
    return principal.userId;
  }
  if (![0, principal.teamId].includes(org)) throw refusedClaim("The org is not the id of the token's team.");
  const member = await memberFor(transaction, principal.teamId, userId);
  if (member === undefined) throw refusedClaim("The user_id is not that of a member of the team.");
  return member.userId;
}

function refusedClaim(message: string): PlatformError {
  return new PlatformError("claim_error", { message });
}

/** The member of a team that a call names, or the team's creator. */
async function memberFor(
  transaction: StoreQueries,
  teamId: number,
  userId: number,
): Promise<TeamMember | undefined> {
  if (userId !== 0 && userId !== teamId) return findTeamMember(transaction, { teamId, userId });
  const [first] = await listTeamMembers(transaction, { teamId, search: "", after: undefined, limit: 1 });
  return first;
}

/** @throws `PlatformError` `invalid_argument` */
function madeFrom({ prepared: made, body: { scene } }: CreationRequest) {
  if (made.ok) return { ...made, definition: { ...made.definition, ...(scene !== undefined && { scene }) } };
  const [first, ...others] = made.problems.map(problemOfText);
  throw first === undefined ? new ParameterProblem("text", "cannot be read") : refusalFor([first, ...others]);
}

function problemOfText({ line, message }: { readonly line: number; readonly message: string }): ErrorProblem {
  return { parameter: "text", line, message: `Line ${line} of the parameter text: ${message}.` };
}
