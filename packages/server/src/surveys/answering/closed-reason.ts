import type { PublicSurvey, SurveyPrivacy, SurveySettings } from "@survey-open-platform/surveys";
import { needsSignIn } from "../../model/respondent-rules.ts";

/** What decides about whether, how and with which version a survey can be answered now. */
export type SurveyToAnswer = SurveySettings & {
  readonly privacy: SurveyPrivacy;
} & Pick<PublicSurvey, "id" | "ownerId" | "version" | "answerWebhooks" | "availability" | "now">;

/** Why a survey cannot be answered, each with a page of its own. */
export const closedReasons = [
  "draft",
  "paused",
  "not_open_yet",
  "closed",
  "full",
  "already_answered",
  "already_sent",
  "unchangeable",
  "sign_in",
  "not_listed",
  "not_invited",
  "link_ended",
  "password",
] as const;

/** One of {@link closedReasons}. */
export type ClosedReason = (typeof closedReasons)[number];

/** What is known of who wants to answer. */
export interface Applicant {
  readonly isSignedIn: boolean;
  /** Whether the survey has no list of respondents, or this person is on it. */
  readonly isAllowed: boolean;
  readonly hasAnswered: boolean;
  /** Whether the link of a participant was opened. */
  readonly isParticipant: boolean;
  /** Whether that link is past its date. */
  readonly hasLinkEnded: boolean;
  readonly hasGivenPassword: boolean;
}

/**
 * What keeps someone from answering a survey, the first of all that apply; undefined when nothing does. Whether a survey
 * exists for everyone comes before what is asked of one respondent.
 */
export function closedReason(survey: SurveyToAnswer, applicant: Applicant): ClosedReason | undefined {
  const { availability, version } = survey;
  if (availability === "not_found" || version === 0) return "draft";
  return availability === "open" ? closedReasonForRespondent(survey, applicant) : availability;
}

/** What keeps someone from changing an answer. It takes no more room, and no one answers a second time. */
export function closedReasonOfChange(
  survey: SurveyToAnswer,
  {
    isSignedIn,
    isAllowed,
    hasLinkEnded,
    isOwn,
  }: Pick<Applicant, "isSignedIn" | "isAllowed" | "hasLinkEnded"> & { readonly isOwn: boolean },
): ClosedReason | undefined {
  const { availability, allowsAnswerUpdates } = survey;
  if (availability !== "open" && availability !== "full")
    return availability === "not_found" ? "draft" : availability;
  if (!isAllowed) return "not_listed";
  if (hasLinkEnded) return "link_ended";
  if (needsSignIn(survey) && !isSignedIn) return "sign_in";
  return allowsAnswerUpdates && isOwn ? undefined : "unchangeable";
}

function closedReasonForRespondent(survey: SurveyToAnswer, applicant: Applicant): ClosedReason | undefined {
  const uninvited = reasonOfInvitation(survey, applicant);
  if (uninvited !== undefined) return uninvited;
  if (needsSignIn(survey) && !applicant.isSignedIn) return "sign_in";
  if (applicant.hasAnswered && answersOnce(survey, applicant)) return "already_answered";
  return survey.passwordHash !== "" && !applicant.hasGivenPassword ? "password" : undefined;
}

function reasonOfInvitation(survey: SurveyToAnswer, applicant: Applicant): ClosedReason | undefined {
  // Signing in here helps no one who is not on the list: applications bring those who are.
  if (!applicant.isAllowed) return "not_listed";
  if (survey.onlyParticipants && !applicant.isParticipant)
    return mayBeInvited(survey, applicant) ? "sign_in" : "not_invited";
  return applicant.hasLinkEnded && !applicant.hasAnswered ? "link_ended" : undefined;
}

/** Who signs in may turn out to be a participant. */
function mayBeInvited(survey: SurveyToAnswer, { isSignedIn }: Applicant): boolean {
  return needsSignIn(survey) && !survey.isAnonymous && !isSignedIn;
}

function answersOnce({ once }: SurveyToAnswer, { isParticipant }: Applicant): boolean {
  return once !== "none" || isParticipant;
}
