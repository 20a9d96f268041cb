import {
  type Logic,
  noLogic,
  normaliseDeclaredPages,
  parseSurveyText,
  type SurveyDefinition,
  type SurveySettings,
} from "@survey-open-platform/surveys";
import { formsOf, type Browser, type Page } from "./browser.ts";
import type { TestPlatform } from "./test-platform.ts";

/** A survey that collects answers. */
export interface PublishedSurvey {
  readonly id: number;
  /** The public address. */
  readonly path: string;
  readonly definition: SurveyDefinition;
  /** The id of a question by its number, from 1. */
  readonly questionId: (number: number) => string;
  /** The id of an option by the number of its question and its own, from 1. */
  readonly optionId: (question: number, number: number) => string;
}

/** What a survey is made of; what is left out has its default. */
export interface SurveyParts {
  /** In the text form. */
  readonly text: string;
  readonly suffix?: string;
  readonly settings?: Partial<SurveySettings>;
  /** Changes the definition before it is published. */
  readonly change?: (definition: SurveyDefinition) => SurveyDefinition;
  readonly logic?: Logic;
  /** The account that it belongs to; Ada's unless given. */
  readonly ownerId?: number;
}

/** Makes a survey that collects answers. */
export async function publishSurvey(
  platform: TestPlatform,
  { text, suffix = "", settings = {}, change = (same) => same, logic = noLogic, ownerId }: SurveyParts,
): Promise<PublishedSurvey> {
  const parsed = parseSurveyText(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { title, prefix } = parsed.survey;
  const { pages } = normaliseDeclaredPages(parsed.survey.pages, { idSeed: "published" });
  const definition = change({ title, prefix, suffix, pages, logic });
  const { surveys } = platform.store;
  const ada = await platform.store.findUserByUsername("ada");
  if (ada === undefined) throw new Error("the sample has no Ada");
  const { id, hash } = await surveys.createSurvey({
    ownerId: ownerId ?? ada.id,
    creatorUserId: ada.id,
    definition,
  });
  const draft = await surveys.findDraft(id);
  await surveys.publishSurvey({ surveyId: id, revision: draft?.revision ?? 0 });
  await surveys.changeSettings({ surveyId: id, settings });
  const questions = definition.pages.flatMap((page) => page.questions);
  return {
    id,
    path: `/s2/${id}/${hash}/`,
    definition,
    questionId: (number) => questions[number - 1]?.id ?? "",
    optionId: (question, number) => questions[question - 1]?.options[number - 1]?.id ?? "",
  };
}

/** Fields with their values; of a multiple choice several with one name. */
export type GivenFields = readonly (readonly [string, string])[];

/** Sends the form of a page of a survey, as a browser does. */
export function sendPage(
  browser: Browser,
  page: Page,
  fields: GivenFields,
  action: "next" | "back" | "none" = "next",
): Promise<Page> {
  const form = formsOf(page.html)[0];
  if (form === undefined) throw new Error(`the page ${page.path} has no form: ${page.html.slice(0, 2000)}`);
  const body = new URLSearchParams([
    ...Object.entries(form.hidden),
    ...fields.map(([name, value]) => [name, value]),
  ]);
  if (action !== "none") body.append("action", action);
  return browser.send(form.action, { method: "POST", body });
}

/** The answers that a survey has, as they are stored. */
export async function storedAnswers({ database }: TestPlatform, surveyId: number) {
  const rows = await database.reader.kysely
    .selectFrom("answers")
    .select(["answer_id", "answer_values", "custom_arguments", "respondent_id", "started_at", "ended_at"])
    .select(["channel", "ua", "referrer", "address", "once_key", "version", "hash"])
    .where("survey_id", "=", surveyId)
    .orderBy("answer_id")
    .execute();
  return rows.map(({ answer_values: values, ...row }): typeof row & { values: unknown } => ({
    ...row,
    values: JSON.parse(values),
  }));
}

/** The half-filled forms of a survey. */
export async function countDrafts({ database }: TestPlatform, surveyId: number): Promise<number> {
  const rows = await database.reader.kysely
    .selectFrom("answer_drafts")
    .select("hash")
    .where("survey_id", "=", surveyId)
    .execute();
  return rows.length;
}
