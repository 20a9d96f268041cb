import type {
  DeclaredAnswer,
  DeclaredPagesInput,
  DeclaredValue,
  SurveyScene,
  SurveyStateName,
} from "@survey-open-platform/surveys";
import type { DemoRespondent } from "./demo-respondent.ts";

/** A survey as a declarative file holds it. */
export interface DeclaredDemoSurvey {
  readonly key: string;
  readonly owner: { readonly user: string } | { readonly team: string };
  readonly creator: string;
  readonly title: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly scene: SurveyScene;
  readonly state: SurveyStateName;
  readonly pages: DeclaredPagesInput;
  readonly answers: readonly DeclaredAnswer[];
}

/** The values of one respondent; undefined where nothing was answered. */
export type DemoValues = Readonly<Record<number, DeclaredValue | undefined>>;

/** A survey of the demo: what is asked, and how people are made to answer. */
export interface DemoSurvey extends Omit<DeclaredDemoSurvey, "answers"> {
  /** How many people have answered. */
  readonly respondents: number;
  /** How long ago collecting began, in days. */
  readonly openForDays: number;
  /** How long most people take, in seconds. */
  readonly usualSeconds: number;
  /** What one person answers, by question number. */
  readonly answer: (person: DemoRespondent) => DemoValues;
}

/** Options, rows or blanks that have a text each and nothing else. */
export function texts(...items: readonly string[]): { readonly text: string }[] {
  return items.map((text) => ({ text }));
}
