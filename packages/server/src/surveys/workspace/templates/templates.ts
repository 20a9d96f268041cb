import { courseFeedback } from "./course-feedback.ts";
import { customerSatisfaction } from "./customer-satisfaction.ts";
import { employeePulse } from "./employee-pulse.ts";
import { eventRegistration } from "./event-registration.ts";
import { groupVote } from "./group-vote.ts";
import type { SurveyTemplate } from "./survey-template.ts";

/** The templates, in the order in which they are offered. */
export const templates: readonly SurveyTemplate[] = [
  customerSatisfaction,
  eventRegistration,
  employeePulse,
  courseFeedback,
  groupVote,
];
