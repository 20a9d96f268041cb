import {
  createSurvey,
  idField,
  type ImportLoss,
  importLossCodes,
  importLossText,
  outcomeOf,
  surveyScene,
} from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { choiceField, integerField, textChoice, textField } from "../../../http/body-fields.ts";
import { pagesOrigin } from "../../../http/pages-origin.ts";
import { longestBody } from "../../../http/receive-body.ts";
import { ParameterProblem, refusalFor } from "../../../http/parameters.ts";
import { recordAudit } from "../../../store/audit/audit-log-table.ts";
import type { StoreQueries } from "../../../store/statements/queries.ts";
import type { Store } from "../../../store/store.ts";
import { addToChoice } from "../../../store/tokens/survey-choice-table.ts";
import { findTeamMember, listTeamMembers, type TeamMember } from "../../../store/teams/team-member-table.ts";
import { applicationActor } from "../application-actor.ts";
import { ownerOf, reachOf } from "../token-authentication.ts";
import { type PreparedSurvey, readSurvey, surveyFormats } from "./read-survey.ts";
import { writeEndpoint, type AuthorizedWrite } from "../write-endpoint.ts";
import { scopesOf } from "../../../model/scopes.ts";

const accountBounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const body = z.object({
  user_id: integerField(
    "Team mode: the member who counts as the creator, or the team's own id. User mode: the user's own id",
    accountBounds,
  ).optional(),
  org: integerField("Team mode: the team's id", accountBounds).optional(),
  text: textField("The survey in the text form, at most 200 KB; with another `format`, the file", {
    minimum: 1,
    maximum: longestBody,
  }),
  format: textChoice(
    "What `text` is: `text`, the text form; `file`, a file of another survey system, whose kind follows from what is in it; `base64`, such a file in base64, for those that are no text. `text` unless given",
    surveyFormats,
  ).optional(),
  scene: choiceField("What the survey is for; 1 unless given", Object.values(surveyScene)).optional(),
});

const note = z
  .object({
    line: z.int().min(1).meta({ description: "Number of the line in `text`, from 1." }),
    message: z.string().meta({ description: "What was kept as text there, in English." }),
  })
  .meta({ id: "SurveyTextNote", description: "A place in the text of a survey." });

const reportLine = z
  .object({
    outcome: z.enum(["changed", "left_out"]).meta({ description: "Whether it was changed or left out." }),
    at: z.string().meta({ description: 'Name of the question in the file; "" for the survey.' }),
    code: z.enum(importLossCodes).meta({ description: "Why it is not as it was." }),
    what: z.string().meta({ description: "The type, setting or condition, as the file has it." }),
    message: z.string().meta({ description: "The same as a sentence, in English." }),
  })
  .meta({ id: "SurveyImportLine", description: "A part of a file that was changed or left out." });

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
  source: z.string().meta({ description: 'The system whose file it was; "" for the text form.' }),
  report: z.array(reportLine).meta({ description: "What of a file was changed or left out." }),
});

/** `POST /api/surveys`: creates a survey from text or from a file of another system, as a draft. */
export function createSurveyEndpoint(store: Store, authUrl: string) {
  return writeEndpoint(store, {
    method: "POST",
    operationId: "createSurvey",
    bearerScopes: scopesOf("surveys:write"),
    path: "/api/surveys",
    summary: "Create a survey",
    description:
      "From its text form, or from a file of another survey system. The survey is a draft: setting its state to 2 publishes it and lets it collect answers. What of a file is not as it was is listed in `report`, and kept with the survey. Nothing is fetched or executed; a file that cannot be read creates nothing.",
    body,
    data,
    errors: ["claim_error"],
    prepare: readSurvey,
    async write(request) {
      const { transaction, principal, host } = request;
      const creatorUserId = await creatorOf(request);
      const { definition, notes, source, losses } = madeFrom(request);
      const made = await createSurvey(
        transaction,
        {
          ownerId: ownerOf(principal),
          creatorUserId,
          definition,
          ...(source !== "" && { imported: { source, fileName: "", losses } }),
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
      const address = { hash: made.hash, url, survey_url: url };
      const report = losses.map(lineOf);
      return { survey_id: made.id, id: made.id, ...address, notes: [...notes], source, report };
    },
  });
}

type CreationRequest = AuthorizedWrite<z.output<typeof body>, PreparedSurvey>;

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
  if ("definition" in made)
    return { ...made, definition: { ...made.definition, ...(scene !== undefined && { scene }) } };
  const [first, ...others] = made.problems;
  throw first === undefined ? new ParameterProblem("text", "cannot be read") : refusalFor([first, ...others]);
}

function lineOf(loss: ImportLoss) {
  return { outcome: outcomeOf(loss), ...loss, message: importLossText(loss) };
}
