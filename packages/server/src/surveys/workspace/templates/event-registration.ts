import type { SurveyTemplate } from "./survey-template.ts";

/** Who comes to an event. */
export const eventRegistration: SurveyTemplate = {
  id: "event-registration",
  text: {
    en: `Event registration

Please register before the end of the month. We use your data for this event only.

Your name[Single Line Text][Required]

Your e-mail address[Single Line Text][Required](We send the confirmation there.)

Will you come?[Single Choice][Required]
Yes, in person
Yes, online
No

=== Page Break ===

Which sessions will you attend?[Multiple Choice][Optional]
Opening
Workshop
Panel
Evening programme

What do you eat?[Single Choice][Optional]
Everything
Vegetarian
Vegan
Halal

Is there anything we should know?[Multiple Line Text][Optional](Access needs, allergies, arrival)`,
    "zh-CN": `活动报名

请在月底前报名。您的信息仅用于本次活动。

您的姓名[单行文本题][必答]

您的邮箱[单行文本题][必答](确认信会发送到这里。)

您会参加吗？[单选题][必答]
现场参加
线上参加
不参加

=== 分页 ===

您计划参加哪些环节？[多选题][选答]
开幕式
工作坊
圆桌讨论
晚间活动

您的饮食要求？[单选题][选答]
无特殊要求
素食
纯素
清真

还有什么需要我们了解的吗？[多行文本题][选答](无障碍需求、过敏、到达时间)`,
  },
};
