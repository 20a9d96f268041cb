import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import type { peopleEn } from "./people-en.ts";

/** 问卷协作者页面的文字。 */
export const peopleZhCn: TextsOf<typeof peopleEn> = {
  title: "协作者",
  lead: "他人只能在本平台的页面上访问这份问卷：应用的令牌只能读取其用户自己的问卷。",
  owner: (name) => ["问卷归属：", name],
  caption: "与谁共享了问卷",
  who: "协作者",
  role: "权限",
  since: "共享时间",
  actions: "操作",
  team: "团队",
  none: "尚未与任何人共享。",
  roles: {
    see: "查看结果",
    edit: "编辑",
    manage: "管理",
  },
  rolesInWords: [
    "查看结果：概览、结果、单份答卷和导出。",
    "编辑：还可以编辑题目、设置、受邀者和 Webhook，以及发布。",
    "管理：还可以删除答卷、共享问卷。删除和移交问卷仍由所有者进行。",
  ],
  roleOf: (name) => `${name} 的权限`,
  change: "更改",
  changeOf: (name) => `更改 ${name} 的权限`,
  end: "移除",
  endOf: (name) => `移除 ${name}`,
  add: "共享给他人",
  person: "用户名或邮箱",
  personHint: "对方须在本平台有账号。邮箱须已确认。",
  orTeam: "或您的团队",
  noTeam: "不选择团队",
  submit: "共享",
  problems: {
    unknown: "没有使用该用户名的账号，也没有唯一一个确认过该邮箱的账号。",
    nothing: "请填写一个人，或选择一个团队。",
    owner: "问卷已经归其所有。",
    many: "共享数量已达上限。",
  },
  notices: {
    shared: "已保存，即刻生效。",
    ended: "已移除，对方的下一次请求起生效。",
  },
};
