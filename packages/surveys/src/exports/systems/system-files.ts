import type { SurveyDefinition } from "../../model/definition.ts";
import { limeSurveyFile } from "./lime-survey-file.ts";
import type { SurveyForSystem } from "./outgoing-survey.ts";
import { surveyJsFile } from "./survey-js-file.ts";
import { xlsFormFile } from "./xls-form-file.ts";

/** A system that surveys can be written for. */
interface SystemFile {
  readonly name: string;
  /** How the file ends. */
  readonly extension: string;
  readonly contentType: string;
  readonly write: (definition: SurveyDefinition) => SurveyForSystem | Promise<SurveyForSystem>;
}

/** Every system that surveys can be written for, by the name that addresses and commands have for it. */
export const systemFiles = {
  limesurvey: {
    name: "LimeSurvey",
    extension: "lss",
    contentType: "application/xml",
    write: limeSurveyFile,
  },
  xlsform: {
    name: "XLSForm (ODK, KoBoToolbox)",
    extension: "xlsx",
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    write: xlsFormFile,
  },
  surveyjs: {
    name: "SurveyJS",
    extension: "surveyjs.json",
    contentType: "application/json",
    write: surveyJsFile,
  },
} as const satisfies Readonly<Record<string, SystemFile>>;

/** The name of a system in addresses and commands. */
export type SystemName = keyof typeof systemFiles;

/** Every {@link SystemName}. The keys of the object are all there are. */
export const systemNames = Object.keys(systemFiles) as readonly SystemName[];
