import type { SurveyTemplate } from "./survey-template.ts";

/** How people at work are doing. */
export const employeePulse: SurveyTemplate = {
  id: "employee-pulse",
  text: {
    en: `Team pulse

Your answers are anonymous. Please answer for the last four weeks.

How was your workload?[Single Choice][Required]
Too low
Right
Too high

Please say how far you agree[Matrix Single Choice][Required]
Disagree Neutral Agree
I know what is expected of me
I have what I need to work well
I get useful feedback
I would ask a colleague for help

How do you feel about work?[Rating Scale][Required]
1~10

Put these in the order of their importance for you[Ranking][Optional]
Pay
Flexible hours
Learning
Colleagues

One thing that should change[Multiple Line Text][Optional]`,
    "zh-CN": `团队状态调查

您的答卷是匿名的。请根据最近四周的情况作答。

您的工作量如何？[单选题][必答]
偏少
合适
偏多

您在多大程度上同意以下说法[矩阵单选题][必答]
不同意 一般 同意
我清楚对我的期望
我拥有做好工作所需的条件
我能得到有用的反馈
我愿意向同事求助

您对工作的感受如何？[量表题][必答]
1~10

请按对您的重要程度排序[排序题][选答]
薪酬
弹性时间
学习机会
同事关系

您最希望改变的一件事[多行文本题][选答]`,
  },
};
