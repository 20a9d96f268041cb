import { z } from "zod";
import { questionTypes } from "../model/question.ts";
import { surveyScene, surveyState } from "../model/survey.ts";

/*
 * The data of the survey calls as schemas: the reference page is made from them, and tests hold
 * against them what `survey-representation.ts` writes.
 */

const id = z.int().min(1);
const count = z.int().min(0);
const seconds = z.int().min(0);
const texts = z.array(z.string());
const textTime = z.string().regex(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?$/);
const goto = z.string().meta({
  description: 'Id of the question or page to jump to; "" for none. Always empty for now.',
});

/** One choice of a question. */
export const optionSchema = z
  .object({
    id: z.string().meta({ description: "Unique within its question.", examples: ["o-100-ABCD"] }),
    text: z.string().meta({ description: "What the choice says." }),
    exclusive: z
      .boolean()
      .meta({ description: "In a multiple choice: choosing this one rules out the others." }),
    noRandom: z.boolean().meta({ description: "Keeps its place when the options are shuffled." }),
    goto,
    display: z.string().meta({
      description: 'Id of the question shown once this option is chosen; "" for none. Always empty for now.',
    }),
  })
  .meta({ id: "Option", description: "One choice of a question." });

const subTitleSchema = z
  .object({
    id: z.string().meta({ description: "Unique within its question.", examples: ["g-1-ABCD"] }),
    text: z.string().meta({ description: "What the row says." }),
  })
  .meta({ id: "SubTitle", description: "One row of a matrix." });

const blankSettingSchema = z
  .object({
    id: z
      .string()
      .meta({ description: "Names the blank's value in an answer.", examples: ["fillblank-1ABC"] }),
    text: z.string().meta({ description: "The label before the blank." }),
    validate: z.string().meta({ description: 'Rule that the value must obey; "" for none.' }),
    type: z.literal("question").meta({ description: "What the blank belongs to." }),
    attach_id: z.string().meta({ description: "Id of the question that the blank belongs to." }),
  })
  .meta({ id: "BlankSetting", description: "One blank of a question with several blanks." });

/** One question of a survey; every field is present whatever the type. */
export const questionSchema = z
  .object({
    id: z.string().meta({ description: "Unique within the survey.", examples: ["q-1-abcd"] }),
    type: z.enum(questionTypes).meta({ description: "Kind of question." }),
    sub_type: count.meta({ description: "Variant of the type; 0 for the plain one." }),
    title: z.string().meta({ description: "The question itself." }),
    description: z.string().meta({ description: "Remark below the title." }),
    required: z.boolean().meta({ description: "An answer must be given." }),
    hidden: z.boolean().meta({ description: "Not shown to respondents." }),
    random: z.boolean().meta({ description: "Options are shuffled for each respondent." }),
    prefill: z
      .string()
      .meta({ description: 'Text that is filled in beforehand; "" for none. Always empty for now.' }),
    goto,
    refer: z.string().meta({ description: 'Id of the question whose options are taken over; "" for none.' }),
    blank_setting: z
      .array(blankSettingSchema)
      .meta({ description: "The blanks of a question of type blanks." }),
    maxRow: count.meta({ description: "Options shown in one row." }),
    maxlength: count.meta({ description: "Most choices, or longest text; 0 for no limit of its own." }),
    validate: z.string().meta({ description: 'Rule that a text must obey: "", "number" or "email".' }),
    options: z.array(optionSchema).meta({ description: "The choices; of a matrix, the columns." }),
    subTitles: z.array(subTitleSchema).meta({ description: "The rows of a matrix." }),
    rows: z.string().meta({ description: 'Height of a text box in lines, as text; "" where there is none.' }),
    cols: z
      .string()
      .meta({ description: 'Width of a text box in characters, as text; "" where there is none.' }),
    starShow: z.string().meta({ description: "Caption of a scale. Always empty for now." }),
    starBeginNum: z.int().min(0).max(1).meta({ description: "Lowest mark of a scale." }),
    starNum: z
      .int()
      .min(0)
      .max(10)
      .meta({ description: "Highest mark of a scale, 2 to 10; 0 where there is no scale." }),
    starType: z.string().meta({ description: 'Look of a scale; always "default" for now.' }),
    starShowCustomStart: z.string().meta({ description: "What the lowest mark means." }),
    starShowCustomEnd: z.string().meta({ description: "What the highest mark means." }),
    revertSort: z
      .int()
      .min(0)
      .max(1)
      .meta({ description: "1 when the scale runs from high to low, else 0." }),
    levels: texts.meta({ description: "Titles of the levels of a linked choice. Always empty for now." }),
    groups: z.array(z.unknown()).meta({ description: "Options of a linked choice. Always empty for now." }),
    file_type_limit: texts.meta({ description: "File name endings that an upload takes." }),
    file_size_limit: count.meta({ description: "Largest upload in KB; 0 where there is none." }),
    index: id.meta({ description: "Position over all pages from 1, descriptions included." }),
    real_index: count.meta({
      description: "Number among the questions that take an answer, from 1; 0 for a description.",
    }),
  })
  .meta({ id: "Question", description: "One question of a survey." });

/** One page of a survey. */
export const surveyPageSchema = z
  .object({
    id: z.string().meta({ description: "Unique within the survey.", examples: ["p-1-abcd"] }),
    index: z.string().meta({ description: "Position from 1, as text.", examples: ["1"] }),
    questions: z.array(questionSchema).meta({ description: "The page's questions, in order." }),
  })
  .meta({ id: "SurveyPage", description: "One page of a survey." });

const sceneSchema = z.literal(Object.values(surveyScene)).meta({
  description:
    "What the survey is for: 1 survey, 3 exam, 4 report, 5 360-degree review, 6 assessment, 7 registration, 8 vote, 9 chain sign-in.",
});

const stateSchema = z
  .literal(Object.values(surveyState))
  .meta({ description: "Whether it takes answers: 0 draft, 2 collecting, 3 paused." });

const head = {
  id: id.meta({ description: "Id of the survey; may pass 32 bits." }),
  hash: z
    .string()
    .regex(/^[0-9a-f]{4,8}$/)
    .meta({ description: "Short random hex, part of the public fill-in address /s2/{id}/{hash}/." }),
};

const body = {
  scene: sceneSchema,
  title: z.string().meta({ description: "Title of the survey." }),
  prefix: z.string().meta({ description: "Welcome text." }),
  suffix: z.string().meta({ description: "Ending text." }),
  pages: z.array(surveyPageSchema).meta({ description: "The survey's pages, in order." }),
  page_count: count.meta({ description: "Number of pages." }),
  topic_count: count.meta({ description: "Number of entries on all pages, descriptions included." }),
};

const window = {
  started_at: textTime.meta({
    description: 'When collecting starts, in the platform\'s zone; "" when not set.',
  }),
  end_at: textTime.meta({ description: 'When collecting ends, in the platform\'s zone; "" when not set.' }),
};

const end = {
  state: stateSchema,
  template_id: count.meta({ description: "Template that the survey was made from; 0 for none." }),
  creator_user_id: id.meta({ description: "User who made the survey." }),
  answer_count: count.meta({ description: "Answers collected so far." }),
};

const settings = {
  login_check: z.boolean().meta({ description: "Whether respondents have to sign in." }),
  redirect_url: z.string().meta({
    description: 'Where respondents are sent after their answer; "" for nowhere.',
  }),
  is_allow_update_answer: z.boolean().meta({
    description: "Whether respondents may change an answer that they gave.",
  }),
};

const textTimes = {
  created_at: textTime.meta({ description: "When it was made, in the platform's zone." }),
  updated_at: textTime.meta({ description: "When it was last changed, in the platform's zone." }),
};

/** Data of GET /api/surveys/{survey_id}. */
export const surveySchema = z
  .object({ ...head, ...body, ...window, ...textTimes, ...end, ...settings })
  .meta({ id: "Survey", description: "A survey with its questions." });

/** Data of GET /api/surveys/{survey_id}/legacy. */
export const legacySurveySchema = z
  .object({
    ...head,
    ...body,
    startTime: seconds.meta({
      description: "When collecting starts, in seconds since 1970; 0 when not set.",
    }),
    endTime: seconds.meta({ description: "When collecting ends, in seconds since 1970; 0 when not set." }),
    ...window,
    createTime: seconds.meta({ description: "When it was made, in seconds since 1970." }),
    updateTime: seconds.meta({ description: "When it was last changed, in seconds since 1970." }),
    ...end,
    ...settings,
  })
  .meta({ id: "LegacySurvey", description: "A survey with its questions, in the older spelling." });

/** One survey of a list. */
export const surveyListItemSchema = z
  .object({
    ...head,
    title: body.title,
    state: stateSchema,
    scene: sceneSchema,
    answer_count: end.answer_count,
    ...textTimes,
  })
  .meta({ id: "SurveyListItem", description: "A survey without its questions." });

/** Data of GET /api/surveys. */
export const surveyListSchema = z
  .object({
    total: count.meta({ description: "Surveys on all pages." }),
    list: z.array(surveyListItemSchema).meta({ description: "This page's surveys, ascending by id." }),
  })
  .meta({ id: "SurveyList", description: "A page of surveys." });

const answerOptionSchema = z
  .object({
    id: z.string().meta({ description: "Id of the option." }),
    checked: z.literal(1).meta({ description: "Always 1: only chosen options are listed." }),
    text: z.string().meta({ description: "What the option says." }),
  })
  .meta({ id: "AnswerOption", description: "An option that was chosen." });

const answerGroupSchema = z
  .object({
    id: z.string().meta({ description: "Id of the matrix row." }),
    text: z
      .string()
      .meta({ description: "The mark given in a matrix_star; the row's title in other matrices." }),
    options: z.array(answerOptionSchema).meta({ description: "What was chosen in this row." }),
  })
  .meta({ id: "AnswerGroup", description: "An answered row of a matrix." });

const answerBlankSchema = z
  .object({
    id: z.string().meta({ description: "Id of the blank." }),
    value: z.string().meta({ description: "What was filled in." }),
  })
  .meta({ id: "AnswerBlank", description: "A filled blank." });

const answerQuestionSchema = z
  .object({
    id: z.string().meta({ description: "Id of the question." }),
    type: z.enum(questionTypes).meta({ description: "Kind of question." }),
    sub_type: count.meta({ description: "Variant of the type." }),
    text: z.string().meta({ description: "A text, a moment, a file or a mark on a scale, as text." }),
    options: z.array(answerOptionSchema).meta({ description: "Choices; of a ranking, best first." }),
    groups: z.array(answerGroupSchema).meta({ description: "Answered rows of a matrix." }),
    blanks: z.array(answerBlankSchema).meta({ description: "Filled blanks." }),
  })
  .meta({
    id: "AnswerQuestion",
    description: "A question as answered; what does not apply to its type is empty.",
  });

/** One page of an answer. */
export const answerPageSchema = z
  .object({
    id: z.string().meta({ description: "Id of the survey's page." }),
    questions: z
      .array(answerQuestionSchema)
      .meta({ description: "The page's questions that take an answer." }),
  })
  .meta({ id: "AnswerPage", description: "One page of an answer." });

const thirdPartyUserSchema = z
  .object({
    respondent_id: count.meta({ description: "Identity of the respondent; 0 when anonymous." }),
    openid: z
      .string()
      .meta({ description: 'The respondent\'s id at the third party; "" when there is none.' }),
    nickname: z
      .string()
      .meta({ description: 'The respondent\'s name at the third party; "" when there is none.' }),
  })
  .meta({ id: "ThirdPartyUser", description: "The respondent as an account of a third party." });

const answerId = id.meta({ description: "Serial of the answer within its survey, from 1 without gaps." });

const answerTail = {
  openid: z.string().meta({ description: "Always empty.", deprecated: true }),
  respondent_type: count.meta({
    description: "Kind of respondent: 11 for an account of a third party, else 0.",
  }),
  respondent_nickname: z.string().meta({ description: 'The respondent\'s name; "" when anonymous.' }),
  started_at: textTime.meta({ description: "When filling in began, in the platform's zone." }),
  ended_at: textTime.meta({ description: "When it was sent, in the platform's zone." }),
  score: z.null().meta({ description: "Always null: surveys are not graded here." }),
  third_party_user: thirdPartyUserSchema,
  answer: z.array(answerPageSchema).meta({ description: "What was answered, page by page." }),
};

/** One answer of a list. */
export const answerListItemSchema = z
  .object({
    answer_id: answerId,
    qq: count.meta({ description: "Identity of the respondent; 0 when anonymous." }),
    wechat_work_user: z.record(z.string(), z.unknown()).meta({ description: "Always the empty object." }),
    ...answerTail,
  })
  .meta({ id: "AnswerListItem", description: "One answer of a list." });

/** Data of GET /api/surveys/{survey_id}/answers. */
export const answerListSchema = z
  .object({
    total: count.meta({ description: "Answers on all pages." }),
    last_answer_id: count.meta({
      description:
        "Greatest serial on this page, to be sent for the next one; past the end the one that was sent; 0 when there are no answers.",
    }),
    list: z.array(answerListItemSchema).meta({ description: "This page's answers, ascending by serial." }),
  })
  .meta({ id: "AnswerList", description: "A page of answers." });

/** Data of GET /api/surveys/{survey_id}/answers/{answer_id}. */
export const answerDetailSchema = z
  .object({
    survey_id: id.meta({ description: "Id of the survey." }),
    answer_id: answerId,
    respondent_id: count.meta({ description: "Identity of the respondent; 0 when anonymous." }),
    ...answerTail,
  })
  .meta({ id: "AnswerDetail", description: "One answer." });
