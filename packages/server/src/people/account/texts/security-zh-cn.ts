import type { SecurityTexts } from "./security-en.ts";

const security: SecurityTexts["security"] = {
  title: "安全",
  password: "密码",
  passwordText: "修改密码后，其他设备会退出登录，通行密钥不受影响。",
  changePassword: "修改密码",
  secondFactor: "两步验证",
  secondFactorText:
    "使用验证器应用后，登录时还需要输入每 30 秒变化一次的验证码。即使密码泄露，他人也无法登录。",
  turnOn: "绑定验证器应用",
  secondFactorOn: "登录时需要输入验证器应用中的验证码。",
  codesLeft: (count) => `未使用的恢复码：${count} 个`,
  newCodes: "重新生成恢复码",
  turnOff: "关闭",
};

const identities: SecurityTexts["identities"] = {
  title: "关联账号",
  lead: "关联其他服务上的账号后，可以用它代替密码登录本平台。两步验证仍然有效。",
  none: "您还没有关联账号。",
  caption: "您的关联账号",
  account: "账号",
  service: "服务",
  linked: "关联时间",
  lastUsed: "最近使用",
  never: "从未使用",
  action: "操作",
  link: (service) => ["关联 ", service, " 账号"],
  linkTitle: "关联账号",
  linkHeading: (service) => ["关联 ", service, " 账号"],
  linkText: "您需要在该服务中登录一次。此后，能够登录该账号的人都可以登录您在本平台的账号。",
  linkSubmit: "继续",
  back: "取消",
  unavailable: "暂时无法连接该服务，请稍后再试。",
  unlink: "解除关联",
  unlinkOf: (label) => `账号“${label}”`,
  unlinkTitle: "解除关联",
  unlinkHeading: (label) => ["解除关联账号“", label, "”"],
  unlinkConsequences: [
    "解除后不能再用它登录，密码和通行密钥仍然可用。",
    "已登录的浏览器不会退出登录，可以在“登录设备”中将其退出。",
  ],
  unlinkSubmit: "解除关联",
  atSignUp: (label) => [
    "您在对方服务上的账号 ",
    label,
    " 将与新账号关联。密码用于确认重要操作，以及在对方服务无法连接时登录。",
  ],
};

const passkeys: SecurityTexts["passkeys"] = {
  title: "通行密钥",
  lead: "通行密钥保存在您的设备或密码管理器中。登录时只需验证指纹、面容或设备密码，不需要输入密码和验证码。",
  none: "您还没有通行密钥。",
  notHere:
    "当前地址无法添加通行密钥：通行密钥属于通过 https 访问的主机名。在本机上，请用 http://localhost 打开平台，而不是 http://127.0.0.1。",
  caption: "您的通行密钥",
  search: "按名称搜索通行密钥",
  noMatch: "没有名称包含这段文字的通行密钥。",
  name: "名称",
  created: "添加时间",
  lastUsed: "最近使用",
  never: "从未使用",
  action: "操作",
  remove: "移除",
  removeOf: (name) => `通行密钥“${name}”`,
  add: "添加通行密钥",
  addTitle: "添加通行密钥",
  addLead: "您的设备会要求验证指纹、面容或设备密码，然后为本平台创建一个密钥。",
  nameHint: "用于区分您的通行密钥，例如“手机”。",
  submit: "创建通行密钥",
  back: "返回安全设置",
  problems: {
    name: "名称最多 60 个字符，不能换行。",
    refused: "通行密钥未被接受，或者操作已超时，请重新开始。",
    too_many: "您已有 20 个通行密钥，请先移除一个。",
    known: "该通行密钥已经注册过。",
  },
  removeTitle: "移除通行密钥",
  removeHeading: (name) => ["移除通行密钥“", name, "”"],
  removeConsequences: [
    "移除后不能再用它登录。请同时在设备或密码管理器中将其删除。",
    "已登录的浏览器不会退出登录，可以在“登录设备”中将其退出。",
  ],
  removeSubmit: "移除通行密钥",
};

const totp: SecurityTexts["totp"] = {
  title: "绑定验证器应用",
  scan: "1. 用验证器应用扫描二维码",
  qrLabel: "验证器应用密钥的二维码",
  orType: "也可以在应用中手动输入以下密钥。确认后密钥不再显示。",
  confirm: "2. 输入应用显示的验证码",
  code: "验证码",
  turnOn: "启用",
  wrongCode: "验证码不正确。请检查手机时间是否准确，然后用下一个验证码重试。",
};

const recoveryCodes: SecurityTexts["recoveryCodes"] = {
  title: "恢复码",
  onceTitle: "恢复码只显示这一次",
  once: "请保存在手机以外的地方。每个恢复码可以代替验证码登录一次。",
  kept: "我已保存",
};

const turnOff: SecurityTexts["turnOff"] = {
  title: "关闭两步验证",
  consequences: ["只用密码就可以登录。", "验证器应用和所有恢复码随即失效。"],
  submit: "关闭两步验证",
};

const renewCodes: SecurityTexts["renewCodes"] = {
  title: "重新生成恢复码",
  consequences: ["之前的恢复码全部失效。", "新的恢复码只在下一页显示一次。"],
  submit: "重新生成",
};

const passwordChange: SecurityTexts["passwordChange"] = {
  title: "修改密码",
  oldPassword: "当前密码",
  newPassword: "新密码",
  consequence: "其他设备会退出登录，已授权的应用不受影响。",
  submit: "修改密码",
  problems: { old_missing: "请输入当前密码。", old_wrong: "当前密码不正确。" },
};

const sessions: SecurityTexts["sessions"] = {
  title: "登录设备",
  lead: "您的账号已在以下浏览器中登录。如果有您不认识的设备，请将其退出登录并修改密码。",
  device: "浏览器",
  deviceName: (browser, system) =>
    [...(system === undefined ? [] : [`${system} 上的`]), browser ?? "浏览器"].join(" "),
  unknown: "未知",
  network: "网络",
  lastSeen: "最近活动",
  signedInAt: "登录时间",
  action: "操作",
  thisOne: "当前浏览器",
  current: "当前设备",
  end: "退出该设备",
  endOthers: "退出其他所有设备",
  search: "浏览器、系统或网络",
  noMatchTitle: "没有找到设备",
  noMatchText: "没有浏览器、系统或网络同时包含这些词的设备。",
};

/** Texts about how a user signs in, in simplified Chinese. */
export const securityZhCn: SecurityTexts = {
  security,
  identities,
  passkeys,
  totp,
  recoveryCodes,
  turnOff,
  renewCodes,
  passwordChange,
  sessions,
};
