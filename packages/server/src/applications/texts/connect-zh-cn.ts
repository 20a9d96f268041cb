import type { ConsoleTexts } from "./en.ts";

/** Texts of the page that says how an application connects, in simplified Chinese. */
export const connectZhCn: ConsoleTexts["connect"] = {
  title: "接入",
  lead: "让用户通过 OAuth 2.1 和 OpenID Connect 登录并授权此应用的代码。这里不会写出密钥，请在环境变量 SECRET 中设置。",
  off: "OAuth 在此关闭：平台不知道自己的公开地址。请让运营者设置 auth-url。",
  noChallenge:
    "此应用最近的授权链接没有 code_challenge（PKCE）。如果您的程序能够发送，请要求使用：这样在途中被窃取的授权码便毫无用处。",
  requireChallenge: "要求使用 PKCE",
  agents: "供 AI 智能体使用",
  agentsText: "用户在自己的智能体中输入此地址，智能体随后会自行请求授权，无需为此注册应用。",
  agentAddress: "智能体使用的地址",
  agentClientId: "如果智能体要求填写客户端 ID，请使用：",
};
