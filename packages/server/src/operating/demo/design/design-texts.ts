import type { Language } from "@survey-open-platform/service";

const en = {
  title: "Design",
  lead: "Every component of the pages in every state. Press Tab to see the focus; the browser decides between light and dark.",
  sections: {
    buttons: "Buttons",
    fields: "Fields",
    notices: "Notices",
    badges: "Badges and small parts",
    people: "People and applications",
    lists: "Lists",
    charts: "Figures and charts",
    copying: "Copying and sharing",
    decisions: "Decisions",
    icons: "Icons",
  },
  word: "Label",
  hint: "A hint says what to enter.",
  error: "This is not an address. Enter one such as https://example.com/.",
  value: "A value",
  sentence: "A sentence says what happened and what to do.",
  notice: "What it is about",
  name: "Ada Merrow",
  application: "Quick Charts",
  developer: "Northstar",
  title1: "How was your lunch?",
  answers: "Answers by day, today last: 1, 4, 2, 0, 3, 6, 5",
  nothing: "Nothing here yet",
  button: { primary: "Primary", choice: "Choice", quiet: "Quiet", danger: "Danger", text: "As a link" },
  tone: { info: "Information", success: "Success", warning: "Warning", error: "Error" },
};

/** Texts of the page of components. */
export type DesignTexts = typeof en;

const zhCn: DesignTexts = {
  title: "设计",
  lead: "页面的所有组件及其状态。按 Tab 键查看焦点；浅色或深色由浏览器决定。",
  sections: {
    buttons: "按钮",
    fields: "输入框",
    notices: "提示",
    badges: "徽标和小部件",
    people: "用户和应用",
    lists: "列表",
    charts: "数字和图表",
    copying: "复制和分享",
    decisions: "决定",
    icons: "图标",
  },
  word: "标签文字",
  hint: "说明该填写什么。",
  error: "这不是网址。请填写类似 https://example.com/ 的网址。",
  value: "填写的内容",
  sentence: "一句话说明发生了什么、该怎么做。",
  notice: "提示的主题",
  name: "林晓月",
  application: "快捷图表",
  developer: "北极星",
  title1: "午餐满意吗？",
  answers: "每日答卷，最后为今天：1、4、2、0、3、6、5",
  nothing: "这里还没有内容",
  button: { primary: "主要", choice: "选择", quiet: "次要", danger: "危险", text: "像链接一样" },
  tone: { info: "信息", success: "成功", warning: "警告", error: "错误" },
};

/** The texts of the page of components in a language. */
export function designTextsFor(language: Language): DesignTexts {
  return { en, "zh-CN": zhCn }[language];
}
