/*
 * Surveys as they come over the wire: every name is the wire's own, camel case and all. A newer platform may send
 * more fields and more values than are named here.
 */

import type { QuestionType } from "./question-type.ts";

/** 0 draft, 2 collecting, 3 paused. */
export type SurveyState = 0 | 2 | 3 | (number & {});

/**
 * 1 survey, 3 exam, 4 report, 5 360-degree review, 6 assessment, 7 registration, 8 vote, 9 chain sign-in.
 */
export type SurveyScene = 1 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | (number & {});

/** `YYYY-MM-DD HH:MM:SS` in the platform's zone, or "" for not set. */
export type TextTime = string;

/** A survey without its questions, as a list has it. */
export interface SurveyListItem {
  readonly id: number;
  /** Random hex, part of the public fill-in address `/s2/{id}/{hash}/`. */
  readonly hash: string;
  readonly title: string;
  readonly state: SurveyState;
  /** What the survey is for. Not every platform lists it. */
  readonly scene?: SurveyScene;
  /** Answers collected so far. Not every platform lists it. */
  readonly answer_count?: number;
  /** When it was made. Not every platform lists it. */
  readonly created_at?: TextTime;
  /** When it was last changed. Not every platform lists it. */
  readonly updated_at?: TextTime;
}

/** A page of a list of surveys. */
export interface SurveyList {
  /** Surveys on all pages. */
  readonly total: number;
  /** This page's surveys, ascending by id. */
  readonly list: readonly SurveyListItem[];
}

/** What both spellings of a survey have in common. */
export interface SurveyContent {
  /** May pass 32 bits. */
  readonly id: number;
  /** Random hex, part of the public fill-in address `/s2/{id}/{hash}/`. */
  readonly hash: string;
  /** What the survey is for. */
  readonly scene: SurveyScene;
  readonly title: string;
  /** Welcome text. */
  readonly prefix: string;
  /** Ending text. */
  readonly suffix: string;
  readonly pages: readonly SurveyPage[];
  readonly page_count: number;
  /** Entries on all pages, descriptions included. */
  readonly topic_count: number;
  /** When collecting starts. */
  readonly started_at: TextTime;
  /** When collecting ends. */
  readonly end_at: TextTime;
  /** Whether it takes answers. */
  readonly state: SurveyState;
  /** Template that the survey was made from; 0 for none. */
  readonly template_id: number;
  /** User who made the survey. */
  readonly creator_user_id: number;
  /** Answers collected so far. */
  readonly answer_count: number;
  /** Whether respondents have to sign in. */
  readonly login_check: boolean;
  /** Where respondents are sent after their answer; "" for nowhere. */
  readonly redirect_url: string;
  /** Whether respondents may change an answer that they gave. */
  readonly is_allow_update_answer: boolean;
}

/** A survey with its questions. */
export interface Survey extends SurveyContent {
  readonly created_at: TextTime;
  readonly updated_at: TextTime;
}

/** A survey with its questions, in the older spelling: times in seconds since 1970 as well, 0 for not set. */
export interface LegacySurvey extends SurveyContent {
  /** When collecting starts. */
  readonly startTime: number;
  /** When collecting ends. */
  readonly endTime: number;
  readonly createTime: number;
  readonly updateTime: number;
  /** Title, welcome text and questions in the text form, with Chinese labels. */
  readonly text: string;
}

/** One page of a survey. */
export interface SurveyPage {
  readonly id: string;
  /** Position from 1, as text. */
  readonly index: string;
  readonly questions: readonly Question[];
}

/** A picture of a question or of a choice, at `/survey-pictures/{id}.webp`. */
export interface SurveyPicture {
  readonly id: string;
  /** What it shows, for those who do not see it; "" when that was not said. */
  readonly alt: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** One question of a survey; every field but `code`, `personal`, `minlength`, `placeholder` and `picture` is there for every type. */
export interface Question {
  /** Unique within the survey, such as `q-1-abcd`. */
  readonly id: string;
  /** Names it in exports and imports; left out when it has none. */
  readonly code?: string;
  readonly type: QuestionType;
  /** Variant of the type; 0 for the plain one. */
  readonly sub_type: number;
  readonly title: string;
  /** Remark below the title. */
  readonly description: string;
  /** Whether an answer must be given. */
  readonly required: boolean;
  /** Whether respondents do not see it. */
  readonly hidden: boolean;
  /** Whether answers say who somebody is or how to reach them; left out when the author did not mark it. */
  readonly personal?: boolean;
  /** Whether options are shuffled for each respondent. */
  readonly random: boolean;
  /** Text that is filled in beforehand; "" for none. */
  readonly prefill: string;
  /** Id of the question or page to jump to; "" for none. */
  readonly goto: string;
  /** Id of the question whose options are taken over; "" for none. */
  readonly refer: string;
  /** The blanks of a question with several, and those inside options. */
  readonly blank_setting: readonly BlankSetting[];
  /** Options shown in one row. */
  readonly maxRow: number;
  /** Most choices, or longest text; 0 for no limit of its own. */
  readonly maxlength: number;
  /** Fewest choices; left out when there is no least. */
  readonly minlength?: number;
  /** Rule that a text must obey: "", "number" or "email". */
  readonly validate: string;
  /** The choices; of a matrix, the columns. */
  readonly options: readonly QuestionOption[];
  /** The rows of a matrix. */
  readonly subTitles: readonly SubTitle[];
  /** Height of a text box in lines, as text; "" where there is none. */
  readonly rows: string;
  /** Width of a text box in characters, as text; "" where there is none. */
  readonly cols: string;
  /** Caption of a scale. */
  readonly starShow: string;
  /** Lowest mark of a scale. */
  readonly starBeginNum: number;
  /** Highest mark of a scale; 0 where there is none. */
  readonly starNum: number;
  /** Look of a scale. */
  readonly starType: string;
  /** What the lowest mark means. */
  readonly starShowCustomStart: string;
  /** What the highest mark means. */
  readonly starShowCustomEnd: string;
  /** 1 when the scale runs from high to low, else 0. */
  readonly revertSort: number;
  /** Titles of the levels of a linked choice. */
  readonly levels: readonly string[];
  /** Choices of a linked choice, each after the one that it belongs to. */
  readonly groups: readonly LinkedEntry[];
  /** File name endings that an upload takes. */
  readonly file_type_limit: readonly string[];
  /** Largest upload in KB; 0 where there is none. */
  readonly file_size_limit: number;
  /** Position over all pages from 1, descriptions included. */
  readonly index: number;
  /** Number among the questions that take an answer, from 1; 0 for a description. */
  readonly real_index: number;
  /** An example inside an empty text field; left out when there is none. */
  readonly placeholder?: string;
  /** Shown below the title; left out when there is none. */
  readonly picture?: SurveyPicture;
}

/** One choice of a question. */
export interface QuestionOption {
  /** Unique within its question, such as `o-100-ABCD`. */
  readonly id: string;
  /** Names it in exports and imports; left out when it has none. */
  readonly code?: string;
  /** What the choice says; `____{id}` is a blank to fill in. */
  readonly text: string;
  /** In a multiple choice: choosing this one rules out the others. */
  readonly exclusive: boolean;
  /** Whether it keeps its place when the options are shuffled. */
  readonly noRandom: boolean;
  /** Id of the question or page to jump to; "" for none. */
  readonly goto: string;
  /** Ids of the questions and pages that are shown once this option is chosen. */
  readonly display: readonly string[];
  /** Left out when the choice has none. */
  readonly picture?: SurveyPicture;
}

/** One row of a matrix. */
export interface SubTitle {
  readonly id: string;
  /** Names it in exports and imports; left out when it has none. */
  readonly code?: string;
  readonly text: string;
}

/** One choice on a level of a linked choice. */
export interface LinkedEntry {
  readonly id: string;
  readonly text: string;
  /** Id of the entry of the level above; "" on the first level. */
  readonly parent: string;
}

/** One blank, of a question with several or of an option. */
export interface BlankSetting {
  /** Names the blank's value in an answer. */
  readonly id: string;
  /** Names it in exports and imports; left out when it has none. */
  readonly code?: string;
  /** The label before the blank. */
  readonly text: string;
  /** Rule that the value must obey; "" for none. */
  readonly validate: string;
  /** What the blank belongs to. */
  readonly type: "question" | "option" | (string & {});
  /** Id of the question or option that the blank belongs to. */
  readonly attach_id: string;
}
