import type { AccountTexts } from "./en.ts";
import { authorizedApplicationsZhCn } from "./authorized-applications-zh-cn.ts";
import { signUpZhCn } from "./sign-up-zh-cn.ts";
import { profileZhCn } from "./profile-zh-cn.ts";
import { securityZhCn } from "./security-zh-cn.ts";

const sections: AccountTexts["sections"] = {
  label: "账号页面",
  profile: "个人资料",
  security: "安全",
  sessions: "登录设备",
};

const notices: AccountTexts["notices"] = {
  saved: "已保存。",
  picture_saved: "头像已更改。",
  picture_removed: "头像已移除。",
  password_changed: "密码已修改，其他设备均已退出登录。",
  session_ended: "该设备已退出登录。",
  sessions_ended: "其他设备均已退出登录。",
  second_factor_off: "两步验证已关闭。",
  passkey_added: "通行密钥已添加，今后可以用它登录。",
  passkey_removed: "通行密钥已移除，不能再用它登录。",
  identity_linked: "账号已关联，今后可以用它登录。",
  email_sent: "带有链接的邮件已发出。打开链接后，这个地址才会启用。",
  email_confirmed: "地址已确认，平台会向这个地址发送邮件。",
  email_removed: "地址已移除，您不会再收到邮件。",
  identity_unlinked: "账号已解除关联，不能再用它登录。",
};

/** Every text of the account pages in simplified Chinese. */
export const accountZhCn: AccountTexts = {
  authorizedApplications: authorizedApplicationsZhCn,
  ...signUpZhCn,
  ...profileZhCn,
  ...securityZhCn,
  sections,
  notices,
};
