import type { ReplyData } from "./documented-call.ts";
import type { MockAnswer, MockSurvey } from "./mock-world.ts";

/** The platform writes times in China's, which has no summer time. */
const zoneOffsetMs = 8 * 3_600_000;
const longAgo = Date.UTC(2026, 0, 5, 1, 0, 0);

/** An example with these values in the place of its own; those that it does not have are left out. */
export function filled(example: ReplyData, values: ReplyData): ReplyData {
  return { ...example, ...Object.fromEntries(Object.entries(values).filter(([name]) => name in example)) };
}

/** The item in the example of a list. */
export function firstItem({ list }: ReplyData): ReplyData {
  // The interface's description has lists of objects only.
  const [item = {}] = list as readonly ReplyData[];
  return item;
}

const surveyDefaults = {
  scene: 1,
  prefix: "",
  suffix: "",
  state: 2,
  startedAt: null,
  endAt: null,
  createdAt: longAgo,
  redirectUrl: "",
  requiresSignIn: false,
  allowsAnswerUpdates: false,
} as const;

/** All that the calls say of a survey. */
export function surveyData(given: MockSurvey): ReplyData {
  const { id, ownerId, pages = [], answers = [], ...survey } = { ...surveyDefaults, ...given };
  const { createdAt, updatedAt = createdAt } = survey;
  return {
    ...survey,
    id,
    pages,
    hash: survey.hash ?? id.toString(16).padStart(4, "0"),
    page_count: pages.length,
    topic_count: pages.flatMap(({ questions }) => questions).length,
    started_at: timeText(survey.startedAt),
    end_at: timeText(survey.endAt),
    created_at: timeText(createdAt),
    updated_at: timeText(updatedAt),
    startTime: unixSeconds(survey.startedAt),
    endTime: unixSeconds(survey.endAt),
    createTime: unixSeconds(createdAt),
    updateTime: unixSeconds(updatedAt),
    template_id: 0,
    creator_user_id: survey.creatorId ?? ownerId,
    answer_count: answers.length,
    login_check: survey.requiresSignIn,
    redirect_url: survey.redirectUrl,
    is_allow_update_answer: survey.allowsAnswerUpdates,
    text: survey.text ?? survey.title,
  };
}

/** An answer with its serial. */
export interface NumberedAnswer {
  readonly serial: number;
  readonly hash: string;
  readonly answer: MockAnswer;
}

/** A survey's answers, numbered from 1. */
export function numberedAnswers({ answers = [] }: MockSurvey): readonly NumberedAnswer[] {
  return answers.map((answer, index) => {
    const serial = index + 1;
    return { serial, hash: answer.hash ?? `m${String(serial).padStart(9, "0")}`, answer };
  });
}

/** All that the calls say of an answer. */
export function answerData({ serial, answer }: NumberedAnswer): ReplyData {
  const { startedAt = longAgo, endedAt = startedAt + 190_000, respondent, pages = [] } = answer;
  const { respondentId = 0, openid = "", nickname = "" } = respondent ?? {};
  return {
    answer_id: serial,
    qq: respondentId,
    respondent_id: respondentId,
    openid: "",
    respondent_type: openid === "" ? 0 : 11,
    respondent_nickname: nickname,
    started_at: timeText(startedAt),
    ended_at: timeText(endedAt),
    third_party_user: { respondent_id: respondentId, openid, nickname },
    answer: pages,
  };
}

/** The columns of the table of a mock survey: only what is known of the answers themselves. */
export const tableColumns = ["answer_id", "started_at", "ended_at", "updated_at"].map((name) => ({
  name,
  title: name,
  kind: name === "answer_id" ? "number" : "time",
  question_id: "",
}));

/** A row of that table. */
export function tableRow({ serial, answer }: NumberedAnswer): ReplyData {
  const { startedAt = longAgo, endedAt = startedAt + 190_000 } = answer;
  const [started, ended] = [startedAt, endedAt].map((at) => new Date(at).toISOString());
  return { answer_id: serial, started_at: started, ended_at: ended, updated_at: ended };
}

function unixSeconds(ms: number | null): number {
  return ms === null ? 0 : Math.floor(ms / 1000);
}

/** A time as the wire has it. */
function timeText(ms: number | null): string {
  return ms === null ? "" : new Date(ms + zoneOffsetMs).toISOString().slice(0, 19).replace("T", " ");
}
