import type { SurveyTemplate } from "./survey-template.ts";

/** What customers think of a purchase. */
export const customerSatisfaction: SurveyTemplate = {
  id: "customer-satisfaction",
  text: {
    en: `Customer satisfaction

Thank you for buying from us. Six questions, about two minutes.

How satisfied are you overall?[Rating Scale][Required]
1~5

How likely are you to recommend us to a friend?[Net Promoter Score][Required]

Please rate[Matrix Rating Scale][Optional]
1~5
Quality
Price
Delivery
Support

What did you buy?[Multiple Choice][Required]
Clothes
Books
Electronics
Something else

How did you find us?[Single Choice][Optional]
A friend
A search engine
Social media
An advertisement
I do not remember

What should we do better?[Multiple Line Text][Optional]`,
    "zh-CN": `客户满意度调查

感谢您的购买。共六个问题，大约需要两分钟。

您对我们的总体满意程度如何？[量表题][必答]
1~5

您有多大可能向朋友推荐我们？[NPS题][必答]

请为以下方面打分[矩阵量表题][选答]
1~5
质量
价格
物流
客服

您购买了什么？[多选题][必答]
服装
图书
电子产品
其他

您是如何知道我们的？[单选题][选答]
朋友推荐
搜索引擎
社交媒体
广告
不记得了

您认为我们哪里可以做得更好？[多行文本题][选答]`,
  },
};
