import { formbricks } from "./formbricks/formbricks.ts";
import { googleForms } from "./google-forms/google-forms.ts";
import type { ImportKind, ImportSource } from "./import-source.ts";
import { ownForms } from "./own/own-forms.ts";
import { limeSurvey } from "./limesurvey/lime-survey.ts";
import { qualtrics } from "./qualtrics/qualtrics.ts";
import { surveyJs } from "./surveyjs/survey-js.ts";
import { typeform } from "./typeform/typeform.ts";
import { writtenText } from "./text/written-text.ts";
import { xlsForm } from "./xlsform/xls-form.ts";

/** Every system whose files are taken in by way of the neutral form. SurveyJS is the other one. */
export const importSources: readonly ImportSource[] = [
  limeSurvey,
  qualtrics,
  xlsForm,
  typeform,
  formbricks,
  googleForms,
  // Any other text: the last one.
  writtenText,
];

/** Every system whose files are taken in. */
export const importKinds: readonly ImportKind[] = [...importSources, surveyJs, ownForms];
