import {
  isStorable,
  longestConsent,
  longestStatement,
  mostAnswerDays,
  type SurveyPrivacy,
} from "@survey-open-platform/surveys";
import type { PrivacySettings } from "../../store/surveys/survey-privacy-table.ts";
import { withLineFeeds } from "../../pages/form-lines.ts";

/** The fields of the form, as they are typed. */
export const privacyFields = ["responsible", "purpose", "answer_days", "keeps_counts", "consent"] as const;

/** The values of the fields. */
export type PrivacyFields = Readonly<Record<(typeof privacyFields)[number], string>>;

/** Why a field is refused. */
export type PrivacyProblem = "long" | "days" | "malformed";

/** What is wrong with which fields. */
export type PrivacyProblems = Readonly<Partial<Record<keyof PrivacyFields, PrivacyProblem>>>;

/** The values of the form for what was set. */
export function fieldsOfPrivacy(privacy: SurveyPrivacy): PrivacyFields {
  const { responsible, purpose, answerDays, keepsCounts, consentText } = privacy;
  return {
    responsible,
    purpose,
    answer_days: answerDays === null ? "" : String(answerDays),
    keeps_counts: keepsCounts ? "on" : "",
    consent: consentText,
  };
}

/** Reads the form. */
export function readPrivacy(fields: PrivacyFields): {
  readonly privacy: PrivacySettings;
  readonly problems: PrivacyProblems;
} {
  const days = fields.answer_days.trim();
  const privacy = {
    responsible: fields.responsible.trim(),
    purpose: fields.purpose.trim(),
    answerDays: days === "" ? null : Number(days),
    keepsCounts: fields.keeps_counts === "on",
    consentText: withLineFeeds(fields.consent).trim(),
  };
  const { responsible, purpose, consentText } = privacy;
  const isDays = days === "" || (/^[1-9]\d{0,3}$/.test(days) && Number(days) <= mostAnswerDays);
  const found = {
    responsible: textProblem(responsible, longestStatement),
    purpose: textProblem(purpose, longestStatement),
    answer_days: isDays ? undefined : ("days" as const),
    consent: textProblem(consentText, longestConsent),
  };
  const problems = Object.entries(found).filter(([, problem]) => problem !== undefined);
  return { privacy, problems: Object.fromEntries(problems) };
}

function textProblem(text: string, longest: number): PrivacyProblem | undefined {
  if (text.length > longest) return "long";
  return text.isWellFormed() && isStorable(text) ? undefined : "malformed";
}
