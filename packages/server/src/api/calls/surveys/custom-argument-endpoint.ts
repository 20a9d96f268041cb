import {
  argumentPattern,
  isArgumentName,
  reservedArguments,
  customArgumentIds,
  customArgumentsMaximum,
  findSettings,
  idField,
  textTimeField,
  type PlatformZone,
} from "@survey-open-platform/surveys";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { textField } from "../../../http/body-fields.ts";
import { ParameterProblem } from "../../../http/parameters.ts";
import { isOneLine } from "../../../model/name-rules.ts";
import { changeAndRecordSettings } from "../../../store/surveys/change-survey-for-user.ts";
import type { Store } from "../../../store/store.ts";
import { applicationActor } from "../application-actor.ts";
import { writeEndpoint } from "../write-endpoint.ts";
import { surveyPath } from "./survey-reach.ts";
import { lockOfSurvey, surveyToChange } from "./survey-to-change.ts";
import { scopesOf } from "../../../model/scopes.ts";

const body = z.object({
  title: textField(
    "Name of the parameter in the survey's address: letters, digits, - and _; not answer, channel, lang or page",
    {
      minimum: 1,
      maximum: 64,
    },
  )
    .regex(argumentPattern, "must consist of letters, digits, - and _")
    .refine(isArgumentName, `must not be one of ${reservedArguments.join(", ")}`),
  description: textField("What the parameter is for, in one line", { maximum: 400 })
    .refine(isOneLine, "must be one line")
    .default(""),
});

const data = z.object({
  survey_id: idField.meta({ description: "Id of the survey." }),
  question_id: z.string().meta({ description: "Id under which answers show the argument." }),
  type: z.literal("text").meta({ description: "Always the same." }),
  title: z.string().meta({ description: "Name of the parameter." }),
  description: z.string().meta({ description: "What the parameter is for." }),
  created_at: textTimeField.meta({ description: "When it was made, in the platform's zone." }),
  updated_at: textTimeField.meta({ description: "The same time." }),
});

/** `POST /api/surveys/{survey_id}/custom_args`: a parameter of the survey's address that is kept with each answer. */
export function customArgumentEndpoint(store: Store, zone: PlatformZone) {
  return writeEndpoint(store, {
    method: "POST",
    operationId: "addCustomArgument",
    bearerScopes: scopesOf("surveys:write"),
    path: "/api/surveys/{survey_id}/custom_args",
    summary: "Add a custom argument",
    description: `A survey has at most ${customArgumentsMaximum}, each with a name of its own.`,
    pathParameters: surveyPath,
    body,
    data,
    errors: ["not_found"],
    locks: lockOfSurvey,
    async write(request) {
      const { transaction, body: fields } = request;
      const { id: surveyId } = await surveyToChange(request);
      const known = (await findSettings(transaction, surveyId))?.customArguments;
      if (known === undefined) throw new PlatformError("not_found");
      if (known.some(({ title }) => title === fields.title)) throw new ParameterProblem("title", "is taken");
      if (known.length >= customArgumentsMaximum)
        throw new ParameterProblem("title", `is one more than ${customArgumentsMaximum}`);
      const added = { id: customArgumentIds(known)(), ...fields };
      const customArguments = [...known, added];
      await changeAndRecordSettings(transaction, {
        change: { surveyId, settings: { customArguments } },
        actor: applicationActor(request),
        after: { custom_arguments: customArguments.map(({ title }) => title) },
        outbox: store.outbox,
      });
      const at = zone.format((await surveyToChange(request)).updatedAt);
      const { title, description } = added;
      const texts = { type: "text" as const, title, description, created_at: at, updated_at: at };
      return { survey_id: surveyId, question_id: added.id, ...texts };
    },
  });
}
