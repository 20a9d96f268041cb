import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import type { handOverEn } from "./hand-over-en.ts";

/** 移交问卷的页面的文字。 */
export const handOverZhCn: TextsOf<typeof handOverEn> = {
  title: "移交",
  text: "把问卷及其答卷交给其他人或团队。",
  heading: (name) => ["移交", name, "？"],
  consequences: [
    "移交给个人时，对方接受后才成为所有者；移交给您的团队则立即生效。",
    "答卷、受邀者、设置和答题链接保持不变。",
    "您的应用将失去这份问卷：授权、令牌和智能体的请求都不再能访问它。应用添加的 Webhook 会停用；如果您不能再编辑，您添加的也会停用。",
  ],
  person: "用户名或邮箱",
  personHint: "对方须在本平台有账号。邮箱须已确认。",
  team: "或您可以创建问卷的团队",
  noTeam: "不选择团队",
  keeps: "移交后您的权限",
  keepsNothing: "仅限您在团队中的角色",
  submit: "移交",
  problems: {
    unknown: "没有使用该用户名的账号，也没有唯一一个确认过该邮箱的账号。",
    nothing: "请填写一个人，或选择一个团队。",
    owner: "问卷已经归其所有。",
  },
  waiting: (name) => ["已提出移交给", name, "，对方尚未接受。"],
  withdraw: "撤回移交",
  offerTitle: "移交给您的问卷",
  offerHeading: (survey) => ["接受问卷", survey, "？"],
  offerFrom: (person) => ["移交者：", person],
  offerAnswers: (count) => `问卷有 ${count} 份答卷，将一并归您所有。`,
  offerDuty: "此后由您决定如何处理答题者填写的内容及其数据。",
  accept: "接受",
  decline: "拒绝",
};
