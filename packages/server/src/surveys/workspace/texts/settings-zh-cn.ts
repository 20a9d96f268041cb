import type { WorkspaceTexts } from "./en.ts";

/** Texts of the settings of a survey, in Chinese. */
export const settingsZhCn: WorkspaceTexts["settings"] = {
  title: "设置",
  saved: "已保存。设置立即生效，适用于所有版本。",
  when: "收集时间",
  who: "作答限制",
  afterwards: "作答之后",
  fields: {
    started_at: "开始时间",
    end_at: "结束时间",
    answer_limit: "答卷数量上限",
    once: "每人可作答次数",
    sign_in: "需要登录后作答",
    allow_update: "允许答题者之后修改答卷",
    password: "问卷密码",
    no_password: "取消密码",
    redirect_url: "作答后跳转地址",
    address_limit: "同一网络地址 24 小时内的答卷上限",
    address_days: "网络地址保留天数",
    custom_arguments: "自定义参数",
    embed_origins: "可以嵌入问卷的网站",
  },
  onlyListed: (count) => `只有名单上的人可以作答（名单共 ${count} 人）`,
  momentHint: (zone) => `例如 2026-11-30 18:00，时区为 ${zone}。留空表示不限。`,
  limitHint: "留空表示不限。",
  once: { none: "不限次数", browser: "每个浏览器一次", person: "每个账号一次" },
  passwordIs: "已设置密码。留空则保持不变。",
  passwordNone: "留空表示不需要密码。",
  passwordChanged: "已更改",
  isOn: "是",
  isOff: "否",
  isEmpty: "未填写",
  daysHint: "用于防止滥用。填 0 表示不保留。",
  redirectHint: "提交后跳转到该地址，并附带 wj_answer_id_hash。留空表示不跳转。",
  embedHint: "每行一个，例如 https://www.example.com。留空表示不允许嵌入。需要登录的问卷不能嵌入。",
  argumentsHint: "地址中的参数（如 source）会与答卷一起保存。每行一个：名称、空格、用途。",
  save: "保存设置",
  danger: "删除问卷",
  dangerText: "题目、所有版本和所有答卷都会被删除。",
  delete: "删除问卷",
  problems: {
    moment: "请输入日期和时间，例如 2026-11-30 18:00。",
    window: "必须晚于开始时间。",
    limit: "请输入不小于 1 的整数，或留空。",
    days: "请输入 0 到 3650 的整数。",
    address: "请输入以 https:// 或 http:// 开头的地址。",
    password: "密码过长。",
    again: "请再次输入密码：本页不会显示密码。",
    argument:
      "名称只能包含字母、数字、点、连字符和下划线，最多 64 个字符，且不能重复；不能使用 answer、channel、lang、page。",
    origin: "请输入不带路径的网址，例如 https://www.example.com，最多 20 个。",
    embed_without_sign_in: "需要登录的问卷不能嵌入。",
    person_needs_sign_in: "此项要求答题者登录。",
  },
};

/** Texts of the page that shows how respondents get to a survey, in Chinese. */
export const shareZhCn: WorkspaceTexts["share"] = {
  title: "分享",
  notPublished: "问卷尚未发布，打开地址会看到问卷未开放。",
  paused: "问卷已暂停，打开地址会看到问卷目前不接受作答。",
  address: "答题地址",
  open: "以答题者的身份打开",
  parameters: "带自定义参数的地址，参数值会与答卷一起保存：",
  qrCode: "二维码",
  qrCodeText: "适用于海报和幻灯片，只包含答题地址。",
  qrPng: "下载 PNG",
  qrSvg: "下载 SVG",
  qrCodeLabel: "包含答题地址的二维码",
  link: "链接代码",
  linkText: "把这段代码粘贴到您的网页。",
  embedding: "嵌入代码",
  embeddingText: (sites) => `把这段代码粘贴到 ${sites} 的网页，问卷会直接显示在页面中，答卷来源记为 embed。`,
  embeddingNone: "目前没有网站可以嵌入这份问卷。",
  embeddingNames: "在设置中填写网站",
  embeddingBound: "需要登录或限定名单的问卷不能嵌入，请使用链接。",
  linkWords: "填写问卷",
};

/** Texts of the page that deletes a survey, in Chinese. */
export const deletionZhCn: WorkspaceTexts["deletion"] = {
  title: "删除问卷",
  heading: (name) => ["删除“", name, "”？"],
  answers: (count) => `将删除 ${count} 份答卷，接口也无法再读取。`,
  address: "问卷地址将失效。",
  permanent: "此操作无法撤销。如有需要，请先导出答卷。",
  type: (count) => `请输入答卷数量 ${count} 以确认`,
  wrong: "与答卷数量不符，可能有新的答卷提交。",
  submit: "删除问卷及其答卷",
};

/** Texts around the preview of a survey, in Chinese. */
export const previewZhCn: WorkspaceTexts["preview"] = {
  title: (title) => `预览 – ${title}`,
  notStored: "草稿预览：答题者看到的页面没有这一栏。您填写的内容不会保存。",
  back: "返回问卷",
  again: "重新开始",
  end: "问卷结束",
  noSuffix: "答题者会看到一句感谢。您也可以自己写结束语。",
};
