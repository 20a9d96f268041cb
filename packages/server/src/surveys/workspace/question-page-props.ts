import type { QuestionDifference, QuestionPlace, SurveyDraft } from "@survey-open-platform/surveys";
import type { SurveyPageProps } from "../../pages/survey-frame.tsx";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { QuestionForm } from "./question-form.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What another editor did to the question while the user had it open. */
export interface QuestionConflict {
  readonly isRemoved?: boolean;
  /** The revision in which a removed question was last there. */
  readonly opened?: number;
  readonly differences?: readonly QuestionDifference[];
}

/** What the page shows. */
export type EditQuestionPageProps = SurveyPageProps & {
  readonly survey: SurveyForUser;
  readonly draft: SurveyDraft;
  /** The revision that the user has seen. */
  readonly seen: number;
  /** The revision in which a removed question was last there. */
  readonly opened: number | undefined;
  readonly form: QuestionForm;
  /** Where the question is to be added; undefined for one that is stored. */
  readonly place?: QuestionPlace | undefined;
  /** Ids that new parts may have, with which a script goes on. */
  readonly nextIds: Readonly<Record<"option" | "row" | "blank", string>>;
  readonly conflict?: QuestionConflict | undefined;
  readonly isSaved?: boolean;
  /** How many options, rows and blanks another type has left out. */
  readonly leftOut?: number;
};

/** What is wrong, by the id of the field. */
export function problemTexts({ language, form }: Pick<EditQuestionPageProps, "language" | "form">) {
  const { question: words, look } = workspaceTextsFor(language);
  const { problems, pictureProblems = {} } = form;
  const ofFiles = Object.entries(pictureProblems).map(([id, code]) => [id, look.problems.picture[code]]);
  const others = Object.entries(problems).map(([id, code]) => [id, words.problems[code]]);
  // Each has one text.
  return Object.fromEntries([...others, ...ofFiles]) as Readonly<Record<string, string>>;
}
