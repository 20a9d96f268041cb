import type { QuestionType } from "./question-type.ts";
import type { TextTime } from "./survey-data.ts";

/*
 * Answers as they come over the wire: every name is the wire's own. A newer platform may send more fields than are
 * named here.
 */

/** What an answer says, however it was asked for. */
export interface AnswerContent {
  /** Serial of the answer within its survey, from 1, ascending. A deleted answer leaves a gap. */
  readonly answer_id: number;
  /** @deprecated Always "". */
  readonly openid: string;
  /** Kind of respondent: 11 for an account of a third party, else 0. */
  readonly respondent_type: number;
  /** The respondent's name; "" when anonymous. */
  readonly respondent_nickname: string;
  /** When filling in began. */
  readonly started_at: TextTime;
  /** When it was sent. */
  readonly ended_at: TextTime;
  /** For graded surveys. */
  readonly score: number | null;
  /** The respondent as an account of a third party. */
  readonly third_party_user: ThirdPartyUser;
  /** What was answered, page by page. */
  readonly answer: readonly AnswerPage[];
  /** Version of the text that the respondent agreed to; left out where nothing was asked. */
  readonly consent_version?: number;
}

/** One answer of a list. */
export interface AnswerListItem extends AnswerContent {
  /** Identity of the respondent; 0 when anonymous. */
  readonly qq: number;
  readonly wechat_work_user: Readonly<Record<string, unknown>>;
  /** When it was last sent or changed, in RFC 3339 and UTC; only where `include` names it. */
  readonly updated_at?: string;
}

/** One answer asked for alone. */
export interface AnswerDetail extends AnswerContent {
  readonly survey_id: number;
  /** Identity of the respondent; 0 when anonymous. */
  readonly respondent_id: number;
}

/** A page of a survey's answers. */
export interface AnswerList {
  /** Answers of the survey, also where `since` or `until` leaves some out. */
  readonly total: number;
  /** Greatest serial on this page, to be sent for the next one; 0 when there are no answers. The list ends where `list` is empty. */
  readonly last_answer_id: number;
  /** This page's answers, ascending by serial; empty past the end. */
  readonly list: readonly AnswerListItem[];
}

/** What happened to an answer. */
export interface AnswerChange {
  readonly change: "sent" | "changed" | "deleted";
  readonly answer_id: number;
  /** When it happened, in RFC 3339 and UTC. */
  readonly changed_at: string;
  /** The answer as it is now; null when it was deleted. */
  readonly answer: AnswerListItem | null;
}

/** A part of what happened to a survey's answers. */
export interface AnswerChanges {
  /** What happened, in order. */
  readonly list: readonly AnswerChange[];
  /** To be sent for what follows, now or later. */
  readonly cursor: string;
  /** Whether more is there already. */
  readonly has_more: boolean;
}

/** A respondent as an account of a third party. */
export interface ThirdPartyUser {
  /** 0 when anonymous. */
  readonly respondent_id: number;
  /** The respondent's id at the third party; "" when there is none. */
  readonly openid: string;
  /** The respondent's name at the third party; "" when there is none. */
  readonly nickname: string;
}

/** A cell of a table of answers: null where it is empty. */
export type AnswerCell = string | number | null;

/** An answer as a row of a table: its cells by the names, or the titles, of the columns. */
export type AnswerRow = Readonly<Record<string, AnswerCell>>;

/** A column of a table of answers. */
export interface AnswerColumn {
  /** The same in every version of the survey. */
  readonly name: string;
  /** As people read it, in the words of the newest version. */
  readonly title: string;
  readonly kind: "text" | "number" | "time" | "date" | "choice";
  /** Id of the question; "" for what is known of the answer itself. */
  readonly question_id: string;
}

/** A page of a survey's answers as a table. */
export interface AnswerTable {
  readonly columns: readonly AnswerColumn[];
  readonly list: readonly AnswerRow[];
  /** Serial of the last answer that was looked at: what to ask for the next page with. */
  readonly last_answer_id: number;
  readonly has_more: boolean;
}

/** One page of an answer. */
export interface AnswerPage {
  /** Id of the survey's page; `custom_args` for the page of the custom arguments. */
  readonly id: string;
  /** The page's questions that take an answer. */
  readonly questions: readonly AnswerQuestion[];
}

/** A question as answered; what does not apply to its type is empty. */
export interface AnswerQuestion {
  readonly id: string;
  readonly type: QuestionType;
  readonly sub_type: number;
  /** A text, a moment, a file or a mark on a scale, as text. */
  readonly text: string;
  /** Choices; of a ranking, best first. */
  readonly options: readonly AnswerOption[];
  /** Answered rows of a matrix. */
  readonly groups: readonly AnswerGroup[];
  /** Filled blanks. */
  readonly blanks: readonly AnswerBlank[];
  /** Name of a custom argument; of a question its title, only where `include` names titles. */
  readonly title?: string;
  /** What a custom argument is for. */
  readonly description?: string;
}

/** An option that was chosen. */
export interface AnswerOption {
  readonly id: string;
  /** Always 1: only chosen options are listed. */
  readonly checked: 1;
  readonly text: string;
}

/** An answered row of a matrix. */
export interface AnswerGroup {
  readonly id: string;
  /** The mark given in a matrix of scales; the row's title in other matrices. */
  readonly text: string;
  readonly options: readonly AnswerOption[];
}

/** A filled blank. */
export interface AnswerBlank {
  readonly id: string;
  readonly value: string;
}
