import type { SurveyTemplate } from "./survey-template.ts";

/** When and where a group meets. */
export const groupVote: SurveyTemplate = {
  id: "group-vote",
  text: {
    en: `When and where do we meet?

Please choose every day on which you have time.

Your name[Single Line Text][Required]

Days[Multiple Choice][Required]
Monday
Tuesday
Wednesday
Thursday
Friday

Where would you like to meet?[Single Choice][Required]
At the office
In a restaurant
Online

Remarks[Multiple Line Text][Optional]`,
    "zh-CN": `我们什么时候、在哪里聚会？

请选择您有空的每一天。

您的姓名[单行文本题][必答]

日期[多选题][必答]
星期一
星期二
星期三
星期四
星期五

您希望在哪里聚会？[单选题][必答]
办公室
餐厅
线上

备注[多行文本题][选答]`,
  },
};
