import type { ImportSource } from "./import-source.ts";
import { limeSurvey } from "./limesurvey/lime-survey.ts";
import { qualtrics } from "./qualtrics/qualtrics.ts";
import { xlsForm } from "./xlsform/xls-form.ts";

/** Every system whose files are taken in by way of the neutral form. SurveyJS is the other one. */
export const importSources: readonly ImportSource[] = [limeSurvey, qualtrics, xlsForm];
