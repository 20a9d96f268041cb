import type { SignUpTexts } from "./sign-up-en.ts";

const signUp: SignUpTexts["signUp"] = {
  welcomeTitle: "初始化平台",
  welcomeLead: "平台还没有用户。请创建第一个账号，该账号将成为管理员。",
  title: "创建账号",
  lead: "有了账号，您就可以管理自己的应用、团队和授权。",
  operator: "平台运营者",
  invitedBy: (person) => ["您已受邀加入本平台，邀请人：", person, "。"],
  invitedToTeam: (person, team, role) => [
    "您已受邀加入团队“",
    team,
    `”，角色为${role}，邀请人：`,
    person,
    "。",
  ],
  expires: (moment) => ["该邀请只能使用一次，有效期至 ", moment, "。"],
  username: "用户名",
  usernameHint: "用于登录，可以包含字母、汉字、数字和 . _ @ + -，创建后不能修改。",
  nickname: "昵称",
  nicknameHint: "其他人看到的名字，可以随时修改。",
  password: "密码",
  passwordHint: "至少 8 个字符。一句话比一个短词更好记，也更安全。",
  submit: "创建账号",
  haveAccount: "已有账号？",
  signIn: "登录",
  signInToAccept: "登录并接受邀请",
  signedInAs: (person) => ["当前登录账号：", person, "。"],
  accept: "加入团队",
  notForMembers: "您已有账号。请把链接转发给受邀的人，链接仍然有效。",
  alreadyMember: "您已经是该团队的成员，邀请仍可供其他人使用。",
  home: "前往我的账号",
  problems: {
    username_missing: "请输入用户名。",
    username_malformed:
      "用户名最多 64 个字符，只能包含字母、汉字、数字和 . _ @ + -，并以字母、汉字或数字开头。",
    username_taken: "该用户名已被使用，请换一个。",
    nickname_missing: "请输入昵称。",
    nickname_malformed: "昵称最多 100 个字符，不能换行。",
    password_too_short: "密码至少需要 8 个字符。",
    password_too_long: "密码过长。",
    password_is_username: "密码不能与用户名相同。",
  },
};

const forgotten: SignUpTexts["forgotten"] = {
  title: "忘记密码",
  identifier: "用户名或邮箱地址",
  hint: "如果账号有已确认的地址，会收到设置新密码的链接。",
  missing: "请填写用户名或邮箱地址。",
  submit: "发送链接",
  asked: "如果存在这样的账号，并且有已确认的地址，邮件已经发出。链接一小时内有效。",
  without: "没有已确认的地址时，请联系本平台的管理员，管理员可以给您一个链接。",
  back: "返回登录页",
};

/** Texts of the pages for people who are not signed in, in simplified Chinese. */
export const signUpZhCn: SignUpTexts = { signUp, forgotten };
