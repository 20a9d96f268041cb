import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import type { commentsEn } from "./comments-en.ts";

/** 问卷评论的文字。 */
export const commentsZhCn: TextsOf<typeof commentsEn> = {
  title: "评论",
  lead: "评论仅供协作者查看，答题者看不到。",
  about: "评论对象",
  everything: "全部",
  answer: (serial) => `答卷 ${serial}`,
  gone: "已不在问卷中的题目",
  text: "评论",
  textHint: "输入 @用户名 会向此人发送邮件，前提是其可以查看这份问卷。",
  mention: "邮件通知",
  mentionHint: "可以查看这份问卷的用户名。选填。",
  backToQuestion: "返回题目",
  submit: "发表评论",
  state: { open: "未解决", resolved: "已解决" },
  show: "显示",
  by: (author, at) => [author, "，", at],
  resolve: "标为已解决",
  reopen: "重新打开",
  delete: "删除",
  emptyTitle: "没有评论",
  emptyText: "对题目和答卷的评论会列在这里。",
  notices: {
    added: "评论已发表。",
    resolved: "已解决。",
    reopened: "评论已重新打开。",
    deleted: "评论已删除。",
  },
  untold: (names) => `没有向 ${names} 发送邮件：没有可以查看这份问卷的同名用户。`,
  problems: {
    empty: "请填写内容。",
    long: "评论最多 2000 个字符。",
    malformed: "评论含有无法保存的字符。",
    mention: "这不是用户名。",
    subject: "请选择评论对象。",
    many: "该答卷已不存在，或问卷的评论数量已达上限。",
  },
};
