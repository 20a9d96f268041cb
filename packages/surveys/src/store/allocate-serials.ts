import { rowsOf } from "@survey-open-platform/database";
import { sql } from "kysely";
import { surveyState } from "../model/survey.ts";
import { closedReason } from "./public-survey.ts";
import { nowMs, prepare, type SurveySteps } from "./queries.ts";
import type { SubmissionRefusal } from "./submission.ts";
import { answerListeners } from "./webhooks/listeners.ts";

/** Consecutive serials of a survey, and when they were taken. */
export interface AllocatedSerials {
  readonly first: number;
  readonly count: number;
  /** ms UTC. */
  readonly at: number;
  /** For how many days the survey keeps addresses. */
  readonly addressDays: number;
  /** Whether a webhook gets the events of the survey's answers. */
  readonly hasListeners: boolean;
  /** Whether the survey is anonymous: its answers get no serials when they are sent, and none were taken. */
  readonly isAnonymous: boolean;
  /** Why no more were taken; undefined when all were. */
  readonly refused: SubmissionRefusal | undefined;
}

/** How many serials to take, and for whom. */
export interface WantedSerials {
  readonly surveyId: number;
  readonly count: number;
  /** Whether all are for respondents on the survey's list. */
  readonly areListed: boolean;
}

type WantedRow = Pick<WantedSerials, "surveyId" | "count"> & { readonly listed: 0 | 1 };

/**
 * One statement takes the serials and checks state, window, limit and whether there is a list of respondents, so that
 * parallel submissions cannot pass a limit, nor a list that the survey gets meanwhile.
 */
const allocateAll = prepare<WantedRow>()((db, param) => {
  const count = sql<number>`cast(${param("count")} as integer)`;
  return db
    .updateTable("surveys")
    .set((eb) => ({
      answer_serial: eb("answer_serial", "+", count),
      answer_count: eb("answer_count", "+", count),
    }))
    .where("id", "=", param("surveyId"))
    .where("binned_at", "is", null)
    .where("anonymous", "=", 0)
    .where("state", "=", surveyState.collecting)
    .where(sql<boolean>`only_listed <= cast(${param("listed")} as integer)`)
    .where(sql<boolean>`(started_at is null or started_at <= ${nowMs})`)
    .where(sql<boolean>`(end_at is null or end_at > ${nowMs})`)
    .where(sql<boolean>`(answer_limit is null or answer_count + ${count} <= answer_limit)`)
    .returning(["answer_serial as last", "address_days as addressDays", nowMs.as("at")])
    .returning(answerListeners.as("listeners"));
});

const surveyRow = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .selectFrom("surveys")
    .select(["state", "started_at as startedAt", "end_at as endAt"])
    .select(["answer_limit as limit", "answer_count as count", "only_listed as onlyListed", "anonymous"])
    .select(nowMs.as("now"))
    .where("id", "=", param("surveyId"))
    .where("binned_at", "is", null),
);

const none = {
  first: 0,
  count: 0,
  at: 0,
  addressDays: 0,
  hasListeners: false,
  isAnonymous: false,
} as const;

/**
 * Takes serials for up to `count` answers: as many as the survey has room for. None, and `not_listed`, when the survey has a
 * list of respondents and `areListed` is false.
 */
export function* allocateSerials(wanted: WantedSerials): SurveySteps<AllocatedSerials> {
  const { surveyId, count, areListed } = wanted;
  const [taken] = yield* rowsOf(allocateAll, { surveyId, count, listed: areListed ? 1 : 0 });
  if (taken !== undefined)
    return {
      first: taken.last - count + 1,
      count,
      at: taken.at,
      addressDays: taken.addressDays,
      hasListeners: taken.listeners > 0,
      isAnonymous: false,
      refused: undefined,
    };
  const { refused, room, isAnonymous } = yield* findRefusal(wanted);
  if (isAnonymous) return { ...none, isAnonymous, refused };
  if (room === 0 || room >= count) return { ...none, refused };
  return { ...(yield* allocateSerials({ ...wanted, count: room })), refused };
}

interface SerialRefusal {
  readonly refused: SubmissionRefusal;
  /** For how many more answers there is room. */
  readonly room: number;
  readonly isAnonymous: boolean;
}

function* findRefusal({ surveyId, areListed }: WantedSerials): SurveySteps<SerialRefusal> {
  const [row] = yield* rowsOf(surveyRow, { surveyId });
  if (row === undefined) return { refused: "not_found", room: 0, isAnonymous: false };
  const isAnonymous = row.anonymous === 1;
  const isMissing = row.onlyListed === 1 && !areListed;
  const refused = closedReason(row) ?? (isMissing ? "not_listed" : "full");
  const room = refused === "full" ? Math.max(0, (row.limit ?? 0) - row.count) : 0;
  return { refused, room, isAnonymous };
}
