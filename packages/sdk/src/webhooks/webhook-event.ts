import type { AnswerPage, ThirdPartyUser } from "../surveys/answer-data.ts";
import type { SurveyState, TextTime } from "../surveys/survey-data.ts";

/** What every event has. */
interface EventFrame {
  /** The same for every attempt to deliver the event. */
  readonly id: string;
  readonly created_at: TextTime;
}

/** An answer was sent or changed. */
export interface AnswerEvent extends EventFrame {
  readonly object: "Answer";
  readonly action: "answer.create" | "answer.update";
  readonly payload: AnswerEventPayload;
}

/**
 * An answer was deleted. Events of it that had not been delivered by then come as its deletion too, so an answer may be deleted several
 * times, and one of which no other event came.
 */
export interface AnswerDeletedEvent extends EventFrame {
  readonly object: "Answer";
  readonly action: "answer.delete";
  readonly payload: AnswerDeletedEventPayload;
}

/** Which answer was deleted: nothing that it said. */
export interface AnswerDeletedEventPayload {
  readonly survey_id: number;
  readonly survey_hash: string;
  /** Serial of the answer within its survey. */
  readonly answer_id: number;
  /** The hash by which `surveys.answer` finds an answer too. */
  readonly answer_hash: string;
}

/** The answer that an event is about. */
export interface AnswerEventPayload {
  readonly survey_id: number;
  readonly survey_hash: string;
  /** Serial of the answer within its survey. */
  readonly answer_id: number;
  /** 0 when anonymous. */
  readonly respondent_id: number;
  /** 11 for an account of a third party, else 0. */
  readonly respondent_type: number;
  /** Always empty. */
  readonly openid: string;
  readonly started_at: TextTime;
  readonly ended_at: TextTime;
  /** Seconds. */
  readonly duration: number;
  /** Always empty. */
  readonly country: string;
  /** Always empty. */
  readonly province: string;
  /** Always empty. */
  readonly city: string;
  /** The respondent's address; "" once the survey does not keep it any more. */
  readonly ip: string;
  /** Class of the user agent, such as `phone`. */
  readonly ua: string;
  readonly referrer: string;
  readonly third_party_user: ThirdPartyUser;
  /** Page by page; each question has its `title` where the webhook gets titles. */
  readonly answer: readonly AnswerPage[];
  /** Version of the text that the respondent agreed to; left out where nothing was asked. */
  readonly consent_version?: number;
  /** Where the webhook gets titles. */
  readonly survey_title?: string;
}

/** A survey was created, changed, published or deleted. */
export interface SurveyEvent extends EventFrame {
  readonly object: "Survey";
  readonly action: "survey.created" | "survey.updated" | "survey.deleted";
  readonly payload: SurveyEventPayload;
}

/** The survey that an event is about. */
export interface SurveyEventPayload {
  readonly object: "Survey";
  readonly id: number;
  readonly hash: string;
  readonly title: string;
  /** The user or team that it belongs to. */
  readonly owner_user_id: number;
  /** Who changed it; 0 for a program. */
  readonly editor_user_id: number;
  readonly state: SurveyState;
  readonly created_at: TextTime;
  readonly updated_at: TextTime;
  readonly trace_id: string;
}

/** Someone tries whether the webhook works. */
export interface WebhookTestEvent extends EventFrame {
  readonly object: "Webhook";
  readonly action: "webhook.test";
  readonly payload: {
    readonly webhook_id: number;
    /** The newest answer, as its event has it, for a webhook that gets answers; null while there is none. */
    readonly newest_answer: AnswerEventPayload | null;
  };
}

/** What a platform sends to webhooks. `action` tells them apart; there may be others in later releases. */
export type WebhookEvent = AnswerEvent | AnswerDeletedEvent | SurveyEvent | WebhookTestEvent;
