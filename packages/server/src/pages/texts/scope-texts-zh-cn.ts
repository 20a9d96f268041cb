import type { scopeTextsEn } from "./scope-texts-en.ts";
import type { TextsOf } from "./texts-of.ts";

/** 各项 scope 允许应用做什么，以及授权页如何分组。 */
export const scopeTextsZhCn: TextsOf<typeof scopeTextsEn> = {
  openid: "通过一个只供该应用使用的标识，认出每次都是您本人",
  profile: "查看您的昵称、头像、语言和时区",
  offline_access: "在您离开后继续使用，直到授权到期",
  "surveys:read": "查看您自己的问卷：标题、题目和设置",
  "answers:read": "查看您的问卷收到的答卷，包括其中的个人信息",
  "surveys:write": "为您创建问卷，修改问卷及其设置，开始和停止收集",
  "answers:write": "为您的问卷添加答卷、修改答卷",
  agent: {
    "answers:read": "查看您的问卷收到的答卷；姓名和联系方式仅在您勾选下方选项后可见",
    "surveys:write": "为您创建问卷、修改草稿；发布、暂停和删除每次都须经您确认",
  },
  asked: "它请求",
  added: "新增：它还请求",
  held: "您之前已允许，继续有效",
};
