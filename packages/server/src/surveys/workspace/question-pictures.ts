import { type Question, showsOptionPictures, type SurveyPicture } from "@survey-open-platform/surveys";
import { makeSurveyPicture } from "../../model/survey-picture.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { limitImports } from "./limit-imports.ts";
import { isRefused, type PictureProblem, type QuestionForm } from "./question-form.ts";
import { pictureFields } from "./question-form-fields.ts";
import type { SentQuestion } from "./sent-question.ts";

/** A picture that was chosen in a form, for the question or for an option. */
interface ChosenPicture {
  readonly optionId: string | undefined;
  readonly content: Uint8Array;
}

/** The form with the pictures that were chosen in it. They are kept once nothing else is wrong. */
export async function withChosenPictures(
  store: Store,
  pageRequest: UserRequest,
  sent: SentQuestion,
): Promise<QuestionForm> {
  const isTooEarly = isRefused(sent.form);
  let { question } = sent.form;
  const pictureProblems: Record<string, PictureProblem> = {};
  for (const chosen of await chosenIn(sent)) {
    const fields = pictureFields(chosen.optionId);
    const made = isTooEarly ? "choose_again" : await keep(store, pageRequest, sent.survey.id, chosen);
    if (typeof made === "string") pictureProblems[fields.file] = made;
    else question = withPicture(question, chosen.optionId, { ...made, alt: sent.field(fields.alt).trim() });
  }
  return { ...sent.form, question, pictureProblems };
}

/** Those that an option has which is gone, or which shows none, are passed over. */
async function chosenIn({ form: { question }, file }: SentQuestion): Promise<readonly ChosenPicture[]> {
  const optionIds = showsOptionPictures(question) ? question.options.map(({ id }) => id) : [];
  const chosen: ChosenPicture[] = [];
  for (const optionId of [undefined, ...optionIds]) {
    const content = await file(pictureFields(optionId).file);
    if (content.length > 0) chosen.push({ optionId, content });
  }
  return chosen;
}

/** Stores a picture for a survey. @returns it without its text, or why it is not taken */
async function keep(
  store: Store,
  pageRequest: UserRequest,
  surveyId: number,
  { optionId, content: file }: ChosenPicture,
): Promise<Omit<SurveyPicture, "alt"> | PictureProblem> {
  await limitImports(store, pageRequest);
  const made = await makeSurveyPicture(file, optionId === undefined ? "question" : "option");
  if (made === "missing") return "broken";
  if (typeof made === "string") return made;
  const { id, content, width, height } = made;
  return (await store.surveys.addPicture({ surveyId, id, content })) ? { id, width, height } : "too_many";
}

function withPicture(question: Question, optionId: string | undefined, picture: SurveyPicture): Question {
  if (optionId === undefined) return { ...question, picture };
  const options = question.options.map((option) =>
    option.id === optionId ? { ...option, picture } : option,
  );
  return { ...question, options };
}
