import { idPart } from "../id-part.ts";
import type { DataCaller } from "../data-caller.ts";
import { surveyPath, type SurveyId } from "../surveys/survey-path.ts";
import type { WaitOptions } from "../token-source/token-source.ts";
import { deleteCall, writeCall, type WriteOptions } from "../write-call.ts";

/** A respondent who may answer a survey that has a list. */
export interface AccessListEntry {
  /** Of the entry. */
  readonly id: number;
  readonly respondent_id: number;
}

/** At most 100 entries, descending by id. */
export interface AccessList {
  readonly list: readonly AccessListEntry[];
}

/** Which entries of a list. */
export interface AccessListOptions extends WaitOptions {
  /** Only entries below this id: that of the last one of the page before. */
  readonly before?: number | undefined;
}

/** Somebody to be invited to a survey; one of `email`, `phone` and `code` is there. */
export interface ParticipantToAdd {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  /** What the caller knows them by. */
  readonly code?: string | undefined;
  readonly name?: string | undefined;
  /** BCP 47 tag of the language of their mails. */
  readonly language?: string | undefined;
  /** Up to 20 texts of the author's own, by name. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** When the link ends, in the platform's zone, such as `2026-12-31 18:00:00`; "" for when those of the survey do. Left out, it stays as it is. */
  readonly end_at?: string | undefined;
}

/** How far a participant is; `bounced`: the mail server said that the address takes no mail. */
export type ParticipantState =
  | "added"
  | "invited"
  | "opened"
  | "started"
  | "answered"
  | "refused"
  | "bounced";

/** Somebody who is invited to a survey; texts that are not known are "". */
export interface Participant {
  readonly id: number;
  readonly email: string;
  readonly phone: string;
  readonly code: string;
  readonly name: string;
  readonly language: string;
  readonly fields: Readonly<Record<string, string>>;
  /** When the link ends, where they have a date of their own, in the platform's zone; "" for when those of the survey do. */
  readonly end_at: string;
  /** How many mails were written to them. */
  readonly mails: number;
  readonly state: ParticipantState;
  /** Why mail to them came back: a status code of RFC 3463, such as `5.1.1` for no such mailbox; "" for none. */
  readonly bounce_status: string;
  readonly has_opened: boolean;
  readonly has_answered: boolean;
}

/** Somebody who is invited, with the link that opens their answer. */
export interface AddedParticipant extends Participant {
  readonly url: string;
}

/** At most 1,000 participants, ascending by id. */
export interface ParticipantList {
  readonly list: readonly Participant[];
}

/** The outcome of adding participants: how many are new, and all that were sent. */
export interface AddedParticipants {
  readonly added: number;
  readonly participants: readonly AddedParticipant[];
}

/** Which participants of a list. */
export interface ParticipantListOptions extends WaitOptions {
  /** Only participants above this id: that of the last one of the page before. */
  readonly after?: number | undefined;
  /** Only participants who are so far. */
  readonly state?: ParticipantState | undefined;
}

/** The calls about who may answer a survey. Those about its list need a team's token. */
export interface Respondents {
  /** The people who are invited to a survey, each by a link of their own. */
  participants(surveyId: SurveyId, options?: ParticipantListOptions): Promise<ParticipantList>;
  /** Adds 1 to 1,000 people. Those that the survey has already stay as they are, but for an `end_at` that is given; if one of them cannot be, none is added. */
  addParticipants(
    surveyId: SurveyId,
    participants: readonly ParticipantToAdd[],
    options?: WriteOptions,
  ): Promise<AddedParticipants>;
  /** Withdraws the link of a participant; the answer stays. */
  removeParticipant(surveyId: SurveyId, participantId: number, options?: WriteOptions): Promise<void>;
  list(surveyId: SurveyId, options?: AccessListOptions): Promise<AccessList>;
  /** Puts 1 to 100 accounts of the application on the list. From then on only those on it may answer. */
  allow(surveyId: SurveyId, respondentIds: readonly number[], options?: WriteOptions): Promise<void>;
  /** Takes 1 to 100 accounts of the application off the list. A list that gets empty lets no one answer. */
  disallow(surveyId: SurveyId, respondentIds: readonly number[], options?: WriteOptions): Promise<void>;
}

/** The calls of a caller about respondents. */
export function respondentsOf(caller: DataCaller): Respondents {
  const change =
    (call: string): Respondents["allow"] =>
    async (surveyId, respondentIds, options) => {
      const body = { type: 11, respondent_ids: respondentIds };
      await writeCall(caller, listPath(surveyId, call), body, options);
    };
  return {
    participants: async (surveyId, { after, state, signal } = {}) =>
      await caller.call(surveyPath(surveyId, "/participants"), { query: { last_id: after, state }, signal }),
    addParticipants: async (surveyId, participants, options) =>
      await writeCall(caller, surveyPath(surveyId, "/participants"), { participants }, options),
    removeParticipant: async (surveyId, participantId, options) => {
      const path = surveyPath(surveyId, `/participants/${idPart(participantId, "participant_id")}`);
      await deleteCall(caller, path, options);
    },
    list: async (surveyId, { before, signal } = {}) =>
      await caller.call(listPath(surveyId), { query: { last_id: before }, signal }),
    allow: change("/batch"),
    disallow: change("/batch_delete"),
  };
}

function listPath(surveyId: SurveyId, rest = ""): string {
  return surveyPath(surveyId, `/respondent/access_list${rest}`);
}
