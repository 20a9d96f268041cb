import type { SurveyTemplate } from "./survey-template.ts";

/** What participants think of a course. */
export const courseFeedback: SurveyTemplate = {
  id: "course-feedback",
  text: {
    en: `Course feedback

Please help us to make the next course better.

How would you rate the course?[Rating Scale][Required]
1~5

The pace was[Single Choice][Required]
Too slow
Right
Too fast

Please rate the trainer[Matrix Rating Scale][Optional]
1~5
Knowledge
Explanations
Answers to questions

Which parts were most useful?[Multiple Choice][Optional]
Lectures
Exercises
Discussions
Material

What did you miss?[Multiple Line Text][Optional]

Would you take another course with us?[Dropdown][Required]
Yes
Perhaps
No`,
    "zh-CN": `课程反馈

请帮助我们把下一期课程做得更好。

您对课程的总体评价？[量表题][必答]
1~5

课程的节奏[单选题][必答]
太慢
合适
太快

请评价讲师[矩阵量表题][选答]
1~5
专业知识
讲解清晰
解答问题

哪些部分最有帮助？[多选题][选答]
讲授
练习
讨论
资料

您觉得缺少什么？[多行文本题][选答]

您会再次参加我们的课程吗？[下拉题][必答]
会
可能
不会`,
  },
};
