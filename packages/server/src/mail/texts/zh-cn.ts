import type { ShareRole } from "@survey-open-platform/surveys";
import type { FactorChange } from "../../model/mail.ts";
import { userAgentName } from "../../model/user-agent-name.ts";
import type { TextsOf } from "../../pages/texts/texts-of.ts";
import type { unsubscribePageEn } from "./en.ts";
import { givenName, timeOf, type WordsOfMails } from "./mail-words.ts";

const shareRoles: Readonly<Record<ShareRole, string>> = {
  see: "您可以查看结果。",
  edit: "您可以查看结果并编辑问卷。",
  manage: "您可以查看结果、编辑问卷、删除答卷并共享给他人。",
};

const factorChanges: Readonly<Record<FactorChange, string>> = {
  "second_factor.on": "已开启两步验证。",
  "second_factor.off": "已关闭两步验证。",
  "second_factor.reset": "管理员已移除两步验证和通行密钥。",
  "recovery_codes.renewed": "已生成新的恢复码，原来的恢复码不再有效。",
  "passkey.added": "已添加一个通行密钥。",
  "passkey.removed": "已移除一个通行密钥。",
};

function browserOf(userAgent: string): string {
  const { browser = "未知浏览器", system = "未知系统" } = userAgentName(userAgent);
  return `${system} 上的 ${browser}`;
}

const security = "这封邮件与您的账号安全有关，因此发送给您。";
const notYou = "如果不是您本人的操作，请修改密码，并在下面的页面结束所有会话。";
const securityPage = { label: "账号安全", path: "/account/security" };
const entered = "有人填写了您的地址，因此您收到这封邮件。如果您不认识对方，无需理会。";

const webhookReasons: Readonly<Record<string, string>> = {
  gone: "接收方表示不再接收事件。",
  failing: "五天内没有任何事件送达。",
  revoked: "添加它的应用的授权已结束。",
  owner_gone: "添加它的人已无权读取它发送的内容。",
};

const managed = "您管理这个应用，因此收到这封邮件。";

/** The words of each mail in Chinese. */
export const wordsZhCn: WordsOfMails = {
  platform_invitation: (facts) => ({
    subject: "邀请您使用问卷平台",
    lines: [`${givenName(facts.invitedBy)} 邀请您创建账号。链接七天内有效，只能使用一次。`],
    action: { label: "创建账号", path: `/invitations/${facts.token}` },
    reason: entered,
  }),
  team_invitation: (facts) => ({
    subject: "邀请您加入团队",
    lines: [
      `${givenName(facts.invitedBy)} 邀请您加入团队 ${givenName(facts.team)}。链接七天内有效，只能使用一次。`,
    ],
    action: { label: "加入团队", path: `/invitations/${facts.token}` },
    reason: entered,
  }),
  password_reset: (facts) => ({
    subject: "设置新密码",
    lines: [
      `有人为账号 ${facts.identifier} 申请设置新密码。`,
      "链接一小时内有效，只能使用一次。两步验证保持不变。",
    ],
    action: { label: "设置新密码", path: `/reset/${facts.token ?? ""}` },
    reason: "如果不是您本人的操作，无需理会，密码保持不变。",
  }),
  address_confirmation: (facts) => ({
    subject: "确认邮箱地址",
    lines: [
      `账号 ${facts.username} 希望用这个地址接收邮件。链接一小时内有效，需要在已登录该账号的浏览器中打开。`,
    ],
    action: { label: "确认地址", path: `/account/email/confirm/${facts.token}` },
    reason: "如果不是您本人的操作，无需理会，这个地址不会被使用。",
  }),
  address_changed: (facts) => ({
    subject: "您的邮箱地址已更改",
    lines: [`账号 ${facts.username} 不再用这个地址接收邮件。`, notYou],
    action: securityPage,
    reason: security,
  }),
  password_changed: (facts) => ({
    subject: "您的密码已更改",
    lines: [`账号 ${facts.username} 的密码已更改，其他会话均已结束。`, notYou],
    action: securityPage,
    reason: security,
  }),
  new_browser: (facts) => ({
    subject: "有新的浏览器登录",
    lines: [
      `账号 ${facts.username} 在一个从未使用过的浏览器上登录：${browserOf(facts.userAgent)}，网络 ${facts.network}。`,
      notYou,
    ],
    action: securityPage,
    reason: security,
  }),
  second_factor: (facts) => ({
    subject: "您的登录方式有变化",
    lines: [`账号 ${facts.username}：${factorChanges[facts.change]}`, notYou],
    action: securityPage,
    reason: security,
  }),
  secret_made: (facts) => ({
    subject: "应用有了新的密钥",
    lines: [`应用 ${givenName(facts.application)}（${facts.appid}）有了新的密钥。`],
    action: { label: "查看密钥", path: `${facts.path}/secrets` },
    reason: `${managed}如果不是你们创建的，请在那里结束这个密钥。`,
  }),
  secret_ending: (facts) => ({
    subject: "密钥即将失效",
    lines: [
      `应用 ${givenName(facts.application)}（${facts.appid}）的一个密钥将于 ${timeOf(facts.endsAt)} 失效。仍在使用它的程序届时会被拒绝。`,
    ],
    action: { label: "查看密钥", path: `${facts.path}/secrets` },
    reason: managed,
  }),
  application_disabled: (facts) => ({
    subject: "应用已被停用",
    lines: [`管理员停用了应用 ${givenName(facts.application)}（${facts.appid}）。它的授权和令牌均已结束。`],
    action: { label: "查看应用", path: facts.path },
    reason: managed,
  }),
  webhook_off: (facts) => ({
    subject: "Webhook 已停用",
    lines: [
      `发往 ${givenName(facts.host)} 的 webhook 不再接收事件。${webhookReasons[facts.reason] ?? ""}`,
      "错过的事件保留 30 天，可以重新发送。",
    ],
    action: { label: "查看 webhook", path: facts.path },
    reason: "您添加了这个 webhook，因此收到这封邮件。",
  }),
  survey_invitation: (facts) => ({
    subject: facts.subject,
    lines: [
      ...facts.body.split(/\n{2,}/),
      ...(facts.endAt === undefined ? [] : [`您的链接有效期至 ${timeOf(facts.endAt)}。`]),
    ],
    action: { label: "填写问卷", path: facts.path ?? "/" },
    ...(facts.refusePath !== undefined && {
      otherAction: { label: "我不想参加", path: facts.refusePath },
    }),
    reason: `您受邀填写问卷“${givenName(facts.title)}”，因此收到这封邮件。该链接仅供您本人使用。`,
  }),
  survey_shared: (facts) => ({
    subject: `有问卷与您共享：${givenName(facts.title)}`,
    lines: [
      `${givenName(facts.sharedBy)} 与您共享了问卷“${givenName(facts.title)}”。${shareRoles[facts.role]}`,
    ],
    action: { label: "查看问卷", path: `/surveys/${facts.surveyId}` },
    reason: "有人将问卷与您的账号共享，因此收到这封邮件。",
  }),
  survey_offered: (facts) => ({
    subject: `有问卷要移交给您：${givenName(facts.title)}`,
    lines: [
      `${givenName(facts.offeredBy)} 想把问卷“${givenName(facts.title)}”及其答卷移交给您。接受后问卷归您所有，30 天内有效。`,
    ],
    action: { label: "查看移交", path: `/surveys/offers/${facts.surveyId}` },
    reason: "有人要把问卷移交给您的账号，因此收到这封邮件。如不需要，无需操作。",
  }),
  comment_mention: (facts) => ({
    subject: `有评论提到了您：${givenName(facts.title)}`,
    lines: [`${givenName(facts.author)} 在问卷“${givenName(facts.title)}”的评论中提到了您。`],
    action: {
      label: "查看评论",
      path: `/surveys/${facts.surveyId}/comments#comment-${facts.commentId}`,
    },
    reason: "您可以查看这份问卷，因此收到这封邮件。",
  }),
  survey_ends: (facts) => ({
    subject: `问卷即将结束：${givenName(facts.title)}`,
    lines: [`问卷“${givenName(facts.title)}”接受答卷至 ${timeOf(facts.endAt)}。`],
    action: { label: "查看问卷", path: `/surveys/${facts.surveyId}` },
    reason: "您关注了这份问卷，因此收到这封邮件。",
  }),
  limit_reached: (facts) => ({
    subject: `问卷已收满：${givenName(facts.title)}`,
    lines: [`问卷“${givenName(facts.title)}”已收满 ${facts.limit} 份答卷，不再接受新答卷。`],
    action: { label: "查看结果", path: `/surveys/${facts.surveyId}/results` },
    reason: "您关注了这份问卷，因此收到这封邮件。",
  }),
  export_ready: (facts) => ({
    subject: `导出已完成：${givenName(facts.title)}`,
    lines: [`您导出的问卷“${givenName(facts.title)}”的文件已生成，登录后一天内可下载。`],
    action: { label: "查看导出", path: `/surveys/${facts.surveyId}/export` },
    reason: "您关注了这份问卷，因此收到这封邮件。",
  }),
  survey_thanks: (facts) => ({
    subject: `感谢作答：${givenName(facts.title)}`,
    lines: [`感谢您填写问卷“${givenName(facts.title)}”。以下是您的答卷副本：`, ...(facts.lines ?? [])],
    action: { label: "打开问卷", path: facts.path ?? "/" },
    reason: "您受邀填写这份问卷并已作答，因此收到此邮件。链接仅供您本人使用。",
  }),
  new_answers: (facts) => ({
    subject: `新答卷：${givenName(facts.title)}`,
    lines: [
      `问卷“${givenName(facts.title)}”有 ${facts.count} 份新答卷。`,
      ...(facts.isFiltered ? ["只统计选择了您所关注选项的答卷。"] : []),
    ],
    action: { label: "查看结果", path: `/surveys/${facts.surveyId}/results` },
    reason: "您关注了这份问卷，因此收到这封邮件。",
  }),
};

/** What stands below every mail in Chinese. */
export const mailFooterZhCn = {
  sentBy: (origin: string): string => `由问卷平台 ${origin} 发送`,
  unsubscribe: "不再接收这类邮件",
  before: (label: string): string => `${label}：`,
};

/** The page on which a receiver unsubscribes, in Chinese. */
export const unsubscribePageZhCn: TextsOf<typeof unsubscribePageEn> = {
  title: "不再接收这类邮件",
  topics: {
    invitations: "这个地址将不再收到加入本平台和团队的邀请。",
    webhooks: "webhook 停用时，不再通知这个地址。",
    mentions: "评论提到其账号时，不再通知这个地址。",
    sharing: "有问卷与其账号共享或要移交给它时，不再通知这个地址。",
    survey: "问卷有新答卷时，不再通知这个地址。",
    participant: "您不参加这份问卷，这个地址将不再收到有关邀请。",
  },
  security: "与账号安全有关的邮件仍会发送。",
  submit: "不再接收",
  done: "不会再向这个地址发送这类邮件。",
};
