import type { PlatformZone } from "../../model/platform-time.ts";

/** What the event of a survey shows of it. Times are ms UTC. */
export interface EventSurvey {
  readonly surveyId: number;
  readonly hash: string;
  readonly title: string;
  readonly ownerId: number;
  readonly state: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** How the payload of a survey is written. */
export interface SurveyPayloadWriting {
  readonly editorUserId: number;
  readonly traceId: string;
  readonly zone: PlatformZone;
}

/** JSON text of the payload of a survey's event. */
export function surveyPayload(
  survey: EventSurvey,
  { editorUserId, traceId, zone }: SurveyPayloadWriting,
): string {
  return JSON.stringify({
    object: "Survey",
    id: survey.surveyId,
    hash: survey.hash,
    title: survey.title,
    owner_user_id: survey.ownerId,
    editor_user_id: editorUserId,
    state: survey.state,
    created_at: zone.format(survey.createdAt),
    updated_at: zone.format(survey.updatedAt),
    trace_id: traceId,
  });
}
