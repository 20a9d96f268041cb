import type { SurveyScene, SurveyState, TextTime } from "./survey-data.ts";

/*
 * Bodies of the calls that write surveys and answers, and what they return. Every name is the wire's own.
 */

/** A survey about to be created. */
export interface SurveyCreation {
  /** The survey in the text form, at most 200 KB; with another `format`, the file. */
  readonly text: string;
  /**
   * What `text` is: the text form; a file of another survey system, whose kind follows from what is in it; or such a file in base64,
   * for those that are no text. The text form unless given.
   */
  readonly format?: "text" | "file" | "base64" | undefined;
  /** What it is for; 1, a survey, unless given. */
  readonly scene?: SurveyScene | undefined;
  /** With a team's token: the team's id. */
  readonly org?: number | undefined;
  /** With a team's token: the member who counts as the creator. */
  readonly user_id?: number | undefined;
}

/** A survey that was created: a draft. */
export interface CreatedSurvey {
  readonly survey_id: number;
  /** The same id. */
  readonly id: number;
  /** Part of the public address. */
  readonly hash: string;
  /** Public address at which the survey is answered once it collects. */
  readonly url: string;
  /** The same address. */
  readonly survey_url: string;
  /** Places that were kept as text, and may have been meant otherwise: brackets with an unknown type. */
  readonly notes: readonly TextNote[];
  /** The system whose file it was; "" for the text form. */
  readonly source: string;
  /** What of a file was changed or left out. */
  readonly report: readonly ImportLine[];
}

/** A part of a file that was changed or left out. */
export interface ImportLine {
  readonly outcome: "changed" | "left_out";
  /** Name of the question in the file; "" for the survey. */
  readonly at: string;
  /** Why it is not as it was. */
  readonly code: string;
  /** The type, setting or condition, as the file has it. */
  readonly what: string;
  /** The same as a sentence, in English. */
  readonly message: string;
}

/** A place of a survey text that may have been meant otherwise. */
export interface TextNote {
  /** Number of the line, from 1. */
  readonly line: number;
  /** What was kept as text there, in English. */
  readonly message: string;
}

/** Settings of a survey about to change; what is left out stays as it is. */
export interface SurveySettingsChange {
  /** Where respondents are sent after their answer; "" for nowhere. */
  readonly redirect_url?: string | undefined;
  /** Whether respondents have to sign in. */
  readonly login_check?: boolean | undefined;
  /** Whether each respondent may answer only once. */
  readonly is_answer_only_once?: boolean | undefined;
  /** Whether respondents may change an answer that they gave. */
  readonly is_allow_update_answer?: boolean | undefined;
  /** 2 publishes a survey that was never published. */
  readonly state?: SurveyState | undefined;
  /** When collecting starts; "" for no start. */
  readonly started_at?: TextTime | undefined;
  /** When collecting ends; "" for no end. */
  readonly end_at?: TextTime | undefined;
}

/** A parameter of a survey's address about to be added. */
export interface CustomArgumentAddition {
  /** The parameter's name. */
  readonly title: string;
  readonly description?: string | undefined;
}

/** A parameter of a survey's address, which is kept with each answer. */
export interface CustomArgument {
  readonly survey_id: number;
  /** Id under which answers show it. */
  readonly question_id: string;
  readonly type: "text";
  readonly title: string;
  readonly description: string;
  readonly created_at: TextTime;
  readonly updated_at: TextTime;
}

/** Length of an interval of a report. */
export type ReportInterval = "1w" | "1d" | "12h" | "3h" | "1h" | "10m" | "5m" | "1m";

/** Which answers a report counts. */
export interface ReportRequest {
  /** Seconds since 1970. */
  readonly from?: number | undefined;
  /** Seconds since 1970. */
  readonly to?: number | undefined;
  /** `1d` unless given. */
  readonly interval?: ReportInterval | undefined;
}

/** How often something was counted. */
export interface KeyCount {
  readonly key: string;
  readonly count: number;
}

/** Counts of a survey's answers. */
export interface SurveyReport {
  /** Mean duration in seconds. */
  readonly duration_avg: number;
  readonly status: readonly KeyCount[];
  readonly channel: readonly KeyCount[];
  readonly location: readonly (KeyCount & { readonly children: readonly KeyCount[] })[];
  readonly ua_device: readonly KeyCount[];
  readonly ua_os: readonly KeyCount[];
  /** Length of the intervals of `trends`: `1h` where a shorter one was asked for, since answers are counted by the hour. */
  readonly interval: "1w" | "1d" | "12h" | "3h" | "1h";
  /** By the start of each interval, in milliseconds since 1970 as text. */
  readonly trends: readonly KeyCount[];
}

/** An answered question; what does not apply to its type is left out. */
export interface GivenQuestion {
  readonly id: string;
  readonly text?: string | undefined;
  readonly options?: readonly { readonly id: string; readonly checked?: 0 | 1 | undefined }[] | undefined;
  readonly groups?: readonly Omit<GivenQuestion, "groups" | "blanks">[] | undefined;
  readonly blanks?: readonly { readonly id: string; readonly value: string }[] | undefined;
}

/** An answer about to be sent. */
export interface GivenAnswer {
  /** Custom arguments are questions of a page with the id `custom_args`. */
  readonly pages: readonly { readonly id: string; readonly questions: readonly GivenQuestion[] }[];
  /** The respondent's user agent. */
  readonly ua?: string | undefined;
  readonly referrer?: string | undefined;
  /** Seconds that filling in took. */
  readonly time?: number | undefined;
}

/** An answer about to be sent, with its respondent: one of the application's own accounts. Anonymous unless given. */
export interface NewAnswer extends GivenAnswer {
  /** Id of the account. */
  readonly respondent_id?: number | undefined;
  /** What the application calls its user. With `respondent_id`, both have to be of one account. */
  readonly openid?: string | undefined;
}

/** An answer that was written. */
export interface WrittenAnswer {
  readonly survey_id: number;
  /** Serial of the answer within its survey. */
  readonly answer_id: number;
}
