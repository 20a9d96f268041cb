import type { AnsweringTexts } from "./answering-texts.ts";

export const answeringZhCn: AnsweringTexts = {
  closedReasons: {
    draft: { title: "尚未发布", text: "这份问卷还在准备中，请询问向您发送链接的人。" },
    paused: { title: "已暂停", text: "这份问卷目前暂停收集答卷，请稍后再试。" },
    not_open_yet: { title: "尚未开始", text: "这份问卷还没有开始收集答卷，请稍后再来。" },
    closed: { title: "已结束", text: "这份问卷已停止收集答卷，感谢您的关注。" },
    full: { title: "已收满", text: "这份问卷已收到足够的答卷，不再接受新的答卷。感谢您的关注。" },
    already_answered: { title: "您已作答", text: "您已经为这份问卷作答，每人只能作答一次。谢谢。" },
    already_sent: { title: "已经提交过", text: "这份答卷此前已经提交，只保存一次。谢谢。" },
    unchangeable: {
      title: "无法修改这份答卷",
      text: "问卷已不接受修改，或这份答卷由他人提交。",
    },
    sign_in: { title: "请先登录", text: "登录后才能作答。您的名字会与答卷一起保存。" },
    not_listed: {
      title: "仅限受邀者作答",
      text: "只有名单上的人才能作答。请从邀请您的应用中打开。",
    },
    not_invited: {
      title: "仅限受邀者",
      text: "只有受邀者可以填写这份问卷。请打开邀请中的链接；如果链接已失效，请询问发送者。",
    },
    password: { title: "请输入密码", text: "请向发送链接的人询问密码。" },
  },
  change: {
    title: "修改我的答卷",
    text: (survey) => `您可以修改为“${survey}”提交的答卷。保存修改之前，原来的答卷保持不变。`,
    replacesBegun: "您在此浏览器中已开始但尚未提交的答卷将被丢弃。",
    begin: "修改",
    changing: "您正在修改已提交的答卷。保存修改之前，原来的答卷保持不变。",
    discard: "放弃修改",
    save: "保存修改",
    offer: "问卷开放期间，可以用此浏览器修改。",
  },
  opensAt: (time, zone) => ["开始时间：", time, `（${zone}）。`],
  closedAt: (time, zone) => ["结束时间：", time, `（${zone}）。`],
  kept: "您在问卷开放期间提交的页面会在此浏览器中保留 14 天。",
  signIn: "登录",
  answerAgain: "再填一份",
  password: "密码",
  passwordWrong: "密码不正确。",
  continue: "继续",
  resumed: "您之前填写的内容仍然保留，可以继续填写。",
  signOut: "退出登录",
  anonymous:
    "本问卷匿名。链接只用来保证每人作答一次。答卷不带姓名、网络地址和作答时间，与至少四份其他答卷打乱后一起保存。",
  anonymousDone: "答卷与您的姓名分开保存，因此无法再查看或修改。",
  namedAs: (name) => ["您的名字会与答卷一起保存：", name, "。"],
  tooQuick: "提交得太快了。请检查您的答卷后再次提交。",
  notStored: "暂时无法保存您的答卷。填写的内容仍在本页，请稍后再试。",
  formGone:
    "尚未提交：此页面打开得太久，或是为其他人打开的。您在此页填写的内容仍在，请检查后继续。之前的页面可能需要重新填写。",
  cookiesNeeded:
    "尚未提交：浏览器中没有此页面需要的 Cookie。请再按一次按钮；如果仍看到此提示，请允许本站使用 Cookie。您填写的内容仍在。",
  limitReached: "过去 24 小时内来自您所在网络的答卷过多。填写的内容已保留，请明天再试。",
  tooMuch: "您所在的网络刚刚提交的内容过多，本页暂未保存。填写的内容仍在本页，请过几分钟再试。",
  tooLong: "您的答卷总长度超过 256 KB，本页暂未保存。填写的内容仍在本页，请缩短后重新提交。",
  doneTitle: "谢谢",
  done: "我们已收到您的答卷。",
  yourAnswer: (hash) => `答卷编号：${hash}`,
};
