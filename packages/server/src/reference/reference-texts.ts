import type { Child } from "hono/jsx";
import type { Language } from "../pages/language.ts";

const en = {
  title: "API reference",
  lead: "Everything that applications and teams can call here: how to get a token, what to read with it, and what each error means.",
  contents: "On this page",
  openApi: (link: Child): Child => ["The same for programs: ", link, " (OpenAPI 3.1)."],
  sections: {
    basics: "Basics",
    web: "Step by step: an application acts for a person",
    team: "Step by step: a team reads its own surveys",
    envelope: "Every answer",
    authorize: "The authorization page",
    calls: "Calls",
    shapes: "Shapes",
    limits: "Lifetimes and limits",
    errors: "Errors",
    notes: "Good to know",
  },
  basics: {
    pages: "Pages",
    api: "API",
    rules: [
      "Every call is a GET, and all its parameters stand in the query string. A body, a cookie or an Authorization header never counts.",
      "Parameters that a call does not know are ignored. One that it knows and that is sent twice is refused.",
      "Tokens and secrets belong on your servers alone. No browser may see them, so no CORS header is ever sent.",
      "Percent-encode parameter values. Codes, tokens and openids need none: they are made of A–Z, a–z, 0–9, _ and -.",
    ],
  },
  web: {
    lead: "Your application wants to read the surveys of somebody who uses this platform.",
    register: "Be registered",
    registerText:
      "Whoever runs this platform gives you an appid and a secret, and registers your redirect addresses: https, or http on a loopback host, compared character by character.",
    link: "Send the person to the authorization page",
    linkText:
      "Make a new state each time, keep it in the person’s session with you, and put it into the link. The link may end with #wj_redirect; no server sees that part.",
    back: "Receive the code",
    backText: (code: Child, state: Child, error: Child): Child => [
      "The browser comes back to your address with ",
      code,
      " and ",
      state,
      ", or with ",
      error,
      " when the person said no. Stop unless the state is the one that you gave to this browser.",
    ],
    calls: "Call the API from your server",
    callsText: "Fill in what is yours, then paste the steps one after the other.",
  },
  team: {
    lead: "Your team’s server reads the team’s surveys. The team’s page has the appid and the secret; the plan must include the interface.",
    central:
      "Only the newest token works. Let one central server get it, keep it, and renew it on a timer and whenever another of your servers reports invalid_token; the others take it from there.",
  },
  envelope: {
    lead: "Every answer under /api/ is a JSON object with these four keys, in this order.",
    code: "OK, or the class of the error:",
    type: "Empty when all went well, else one of the errors below.",
    data: "What the call gives; an empty object for an error.",
    requestId: "A UUID made by this server, also in the header X-Request-Id. Name it when you ask for help.",
    statusOk:
      "Errors that the caller caused are answered with HTTP 200 here: look at code, not at the status. The status that would fit stands at each error; operators choose it with error_status=semantic.",
    statusSemantic:
      "Errors are answered here with the HTTP status that stands at each of them (error_status=semantic).",
    always:
      "In either case, an unknown path is 404, a wrong method 405, and faults of the server are 500 or 503.",
  },
  authorize: {
    lead: "A page for a browser, not an API call. Nothing is granted before the person presses Allow.",
    outcome: "What comes of it",
    outcomes: [
      { term: "allow", text: "303 to redirect_uri, with code and state added to its query." },
      { term: "deny", text: "303 to redirect_uri, with error=access_denied and state added to its query." },
      { term: "not signed in", text: "303 to the sign-in page, which leads back here." },
      {
        term: "something is wrong",
        text: "A page with HTTP 400 that says which parameter, in the order of this list. Nobody is redirected, and no code is made.",
      },
    ],
  },
  call: {
    parameters: "Parameters",
    data: "Data",
    errors: "Errors",
    required: "required",
    optional: "optional",
    inPath: "in the path",
    fallback: (value: string): string => `default ${value}`,
    list: "list of",
    atMost: (maximum: number): string => `at most ${maximum} characters`,
  },
  limits: {
    code: "Authorization code",
    userToken: "User access token",
    refreshToken: "Refresh token, counted from the exchange",
    teamToken: "Team access token",
    liveTokens: "Access tokens of one grant alive at a time; the oldest goes first",
    requests: "Token requests of an application",
    failures: "Wrong secrets and unknown refresh tokens, per appid and address",
    perMinute: (count: number): string => `${count} a minute`,
    burst: (count: number, burst: number): string => `${count} a minute, ${burst} at once`,
    seconds: (count: number, words: string): string => `${count} seconds (${words})`,
  },
  error: { meaning: "What it means", todo: "What to do", code: "code", status: "HTTP status" },
  errorStatus: (status: number): string => `${status} with error_status=semantic, otherwise 200`,
  errorAlways: (status: number): string => `${status}, always`,
  notFoundOrMethod: "404 for an unknown path, 405 for a wrong method, always",
  notes: (zone: string, replaySeconds: number): readonly string[] => [
    "GET /api/surveys/{survey_id} and …/legacy give the same survey. Without /legacy all times are text (created_at, updated_at, started_at, end_at); with it, createTime and updateTime stand in place of the first two, and startTime and endTime beside the others, as integer seconds, 0 where not set. Everything else is the same.",
    "Both forms, and the answers, serve people’s and teams’ tokens alike: what decides is whose survey it is. A survey out of reach and one that does not exist are answered alike, with not_found.",
    `Times as text look like 2026-11-01 09:00:00 and are those of ${zone}. Where nothing is set they are "".`,
    "Ids of users, teams and surveys are integers and may pass 32 bits. Users and teams share one sequence of ids.",
    "An openid names a person towards one application, and is the same again when the person authorizes it again.",
    "A refresh needs no secret, but a wrong one is refused, and an application can be set to need it. It gives no new refresh token, and the older access token stays valid until its own end.",
    `A code that comes back more than ${replaySeconds} seconds after its exchange was stolen: what that exchange gave is revoked.`,
    "Lists of surveys ascend by id, lists of answers by serial. Past the end of the answers the list is empty and last_answer_id is the one that was sent.",
    "PKCE is optional: with code_challenge in the link, the exchange needs the matching code_verifier.",
    "Anything may gain fields. Ignore those that you do not know.",
  ],
};

const zhCn: typeof en = {
  title: "API 参考",
  lead: "应用和团队在这里可以调用的全部接口：如何获取令牌，用令牌能读取什么，每个错误是什么意思。",
  contents: "本页内容",
  openApi: (link) => ["供程序读取的同一内容：", link, "（OpenAPI 3.1）。"],
  sections: {
    basics: "基本约定",
    web: "分步说明：应用代表用户",
    team: "分步说明：团队读取自己的问卷",
    envelope: "每个响应的格式",
    authorize: "授权页",
    calls: "接口",
    shapes: "数据结构",
    limits: "有效期与限制",
    errors: "错误",
    notes: "补充说明",
  },
  basics: {
    pages: "页面地址",
    api: "API 地址",
    rules: [
      "所有接口都用 GET，参数全部放在查询字符串中。请求体、Cookie 和 Authorization 头一律不起作用。",
      "接口不认识的参数会被忽略；认识的参数如果重复出现，请求会被拒绝。",
      "令牌和密钥只能放在您的服务器上，不能让浏览器看到，因此平台从不发送 CORS 头。",
      "参数值需要做百分号编码。授权码、令牌和 openid 不需要：它们只含 A–Z、a–z、0–9、_ 和 -。",
    ],
  },
  web: {
    lead: "您的应用想读取某个平台用户的问卷。",
    register: "登记应用",
    registerText:
      "平台运营者会给您 appid 和 secret，并登记您的回调地址：必须是 https，或本机上的 http，比较时逐字符一致。",
    link: "把用户带到授权页",
    linkText:
      "每次生成新的 state，保存在您与该用户的会话中，并写进链接。链接末尾可以带 #wj_redirect，服务器看不到这一部分。",
    back: "收到授权码",
    backText: (code, state, error) => [
      "浏览器会带着 ",
      code,
      " 和 ",
      state,
      " 回到您的地址；如果用户拒绝，则带着 ",
      error,
      "。如果 state 不是您交给这个浏览器的那一个，请就此停止。",
    ],
    calls: "从您的服务器调用 API",
    callsText: "先填入您自己的值，然后依次粘贴各个步骤。",
  },
  team: {
    lead: "由团队的服务器读取团队的问卷。appid 和 secret 在团队管理页上；套餐必须包含接口。",
    central:
      "只有最新的令牌有效。请由一台中控服务器获取并保存令牌，定时刷新，并在其他服务器报告 invalid_token 时刷新；其他服务器都从它那里取令牌。",
  },
  envelope: {
    lead: "/api/ 下的每个响应都是一个 JSON 对象，依次有以下四个键。",
    code: "OK，或错误的大类：",
    type: "成功时为空，否则是下文的错误之一。",
    data: "接口返回的数据；出错时为空对象。",
    requestId: "由服务器生成的 UUID，同时在响应头 X-Request-Id 中。寻求帮助时请提供它。",
    statusOk:
      "在这台服务器上，由调用方造成的错误也以 HTTP 200 返回：请看 code，不要看状态码。每个错误处列出了与之相符的状态码，运营者可用 error_status=semantic 启用。",
    statusSemantic: "在这台服务器上，错误以各自列出的 HTTP 状态码返回（error_status=semantic）。",
    always: "无论哪种设置，未知路径都是 404，方法错误是 405，服务器故障是 500 或 503。",
  },
  authorize: {
    lead: "这是给浏览器看的页面，不是 API 调用。在用户按下“允许”之前，不会授予任何权限。",
    outcome: "结果",
    outcomes: [
      { term: "允许", text: "303 跳转到 redirect_uri，查询中加上 code 和 state。" },
      { term: "拒绝", text: "303 跳转到 redirect_uri，查询中加上 error=access_denied 和 state。" },
      { term: "尚未登录", text: "303 跳转到登录页，登录后回到这里。" },
      {
        term: "参数有误",
        text: "返回 HTTP 400 的页面，按本表顺序说明是哪个参数。不会跳转，也不会产生授权码。",
      },
    ],
  },
  call: {
    parameters: "参数",
    data: "返回数据",
    errors: "错误",
    required: "必填",
    optional: "可选",
    inPath: "在路径中",
    fallback: (value) => `默认 ${value}`,
    list: "列表，元素为",
    atMost: (maximum) => `最长 ${maximum} 个字符`,
  },
  limits: {
    code: "授权码",
    userToken: "用户访问令牌",
    refreshToken: "refresh_token，从换取之时算起",
    teamToken: "团队访问令牌",
    liveTokens: "同一授权同时有效的访问令牌数，超出时最早的先失效",
    requests: "每个应用的令牌请求",
    failures: "错误的密钥和不存在的 refresh_token，按 appid 和来源地址计",
    perMinute: (count) => `每分钟 ${count} 次`,
    burst: (count, burst) => `每分钟 ${count} 次，一次最多连发 ${burst} 次`,
    seconds: (count, words) => `${count} 秒（${words}）`,
  },
  error: { meaning: "含义", todo: "处理办法", code: "code", status: "HTTP 状态码" },
  errorStatus: (status) => `error_status=semantic 时为 ${status}，否则为 200`,
  errorAlways: (status) => `始终为 ${status}`,
  notFoundOrMethod: "未知路径始终为 404，方法错误始终为 405",
  notes: (zone, replaySeconds) => [
    "GET /api/surveys/{survey_id} 和 …/legacy 返回的是同一份问卷。不带 /legacy 时，时间全部是文本（created_at、updated_at、started_at、end_at）；带 /legacy 时，以 createTime、updateTime 代替前两个，并另有 startTime、endTime，均为以秒为单位的整数，未设置时为 0。其余完全相同。",
    "这两种形式以及答卷接口都同时支持用户令牌和团队令牌：取决于问卷属于谁。无权读取的问卷和不存在的问卷得到同样的回答：not_found。",
    `文本时间形如 2026-11-01 09:00:00，为 ${zone} 时区；未设置时为 ""。`,
    "用户、团队和问卷的编号都是整数，可能超过 32 位。用户和团队共用一套编号。",
    "openid 是某个人对某个应用的标识；同一个人再次授权同一个应用时保持不变。",
    "刷新不需要 secret，但传错会被拒绝；也可以把应用设为必须传。刷新不会返回新的 refresh_token，旧的访问令牌在到期前仍然有效。",
    `授权码如果在成功换取 ${replaySeconds} 秒之后再次出现，即视为被盗：那次换取得到的令牌会被收回。`,
    "问卷列表按编号升序，答卷列表按序号升序。超出答卷末尾时列表为空，last_answer_id 为所传的值。",
    "PKCE 可选：链接中带 code_challenge 时，换取时必须带匹配的 code_verifier。",
    "任何对象都可能增加字段，请忽略不认识的字段。",
  ],
};

const texts: Readonly<Record<Language, typeof en>> = { en, "zh-CN": zhCn };

/** Every text of the reference page around the calls, in one language. */
export function referenceTextsFor(language: Language): typeof en {
  return texts[language];
}
