import type { Texts } from "./en.ts";

/** Every problem in simplified Chinese. */
export const zhCnProblems: Texts["problems"] = {
  invalid_client: {
    title: "未知应用",
    happened: "链接中的应用没有在本平台注册。没有提供任何数据，也没有跳转。",
    advice: "请返回您看到链接的地方，并向对方反馈。",
    developer: "appid 缺失、为空、过长，或者不是已注册应用的 ID。",
  },
  provider_failed: {
    title: "未能通过其他服务登录",
    happened: "对方服务没有响应，或者其响应未通过验证，也可能该登录是在其他浏览器中发起的或已超时。",
    advice: "请返回登录页面重新开始。",
  },
  identity_of_another_user: {
    title: "该账号已被关联",
    happened: "该服务上的这个账号已关联到本平台的另一个用户。",
    advice: "请在对方服务中换一个账号登录，或先在另一个用户的账号中解除关联。",
  },
  redirect_uri_missing: {
    title: "链接缺少回调地址",
    happened: "应用跳转到这里时没有提供授权后的回调地址。没有提供任何数据，也没有跳转。",
    advice: "请返回该应用，并向开发者反馈。",
    developer: "redirect_uri 缺失或为空。",
  },
  redirect_uri_mismatch: {
    title: "回调地址未注册",
    happened: "链接要跳转的地址不在该应用已注册的回调地址中。没有跳转，也没有提供任何数据。",
    advice: "如果链接是别人发给您的，请不要相信；否则请向该应用的开发者反馈。",
    developer: "redirect_uri 经过一次 URL 解码后，必须与某个已注册的回调地址完全一致。",
  },
  duplicated_parameter: {
    title: "链接中有重复的参数",
    happened: "链接的某一部分出现了不止一次，无法确定以哪个为准。没有提供任何数据。",
    advice: "请返回该应用重新开始。如果再次出现，请向开发者反馈。",
    developer: "有参数出现了不止一次。",
  },
  response_type: {
    title: "不支持的请求",
    happened: "应用请求的响应类型不受本平台支持。没有提供任何数据。",
    advice: "请返回该应用，并向开发者反馈。",
    developer: "response_type 必须是：code",
  },
  scope: {
    title: "未知权限",
    happened: "应用请求的权限在本平台不存在。没有提供任何数据。",
    advice: "请返回该应用，并向开发者反馈。",
    developer: "scope 必须是：snsapi_user",
  },
  state: {
    title: "链接格式有误",
    happened: "应用附加的值格式不符合要求。没有提供任何数据。",
    advice: "请返回该应用重新开始。如果再次出现，请向开发者反馈。",
    developer: "state 可以省略；如果传入，必须由 1 到 128 个 a-z、A-Z、0-9 字符组成。",
  },
  application_disabled: {
    title: "该应用已停用",
    happened: "该应用在本平台已停用，不能请求授权。没有提供任何数据。",
    advice: "请向该应用的开发者询问何时恢复。",
    developer: "应用处于停用状态。",
  },
  wrong_kind_of_application: {
    title: "该应用不能向用户请求授权",
    happened: "链接属于团队应用。团队应用只读取本团队的问卷，不会向用户请求授权。没有提供任何数据。",
    advice: "请返回您看到链接的地方，并向对方反馈。",
    developer: "appid 属于团队应用；授权页面只用于代表用户的应用。",
  },
  client_unregistered: {
    title: "未知应用",
    happened: "该应用是自行描述的，而本平台只接受由用户或运营者注册的应用。没有提供任何数据，也没有跳转。",
    advice: "请向本平台的运营者询问能否允许该应用。",
    developer: "设置 client-registration 不允许这种 client_id。",
  },
  client_address: {
    title: "该应用的地址不可用",
    happened: "应用给出了一个描述自己的地址，但该地址的写法不符合要求。没有提供任何数据，也没有跳转。",
    advice: "请返回该应用，并向开发者反馈。",
    developer:
      "作为地址的 client_id 必须是 https，带有公开的主机名和路径，写法与 URL 解析器的结果一致：不含端口、用户名、片段和末尾的点，也不能是 IP 地址。",
  },
  client_document_unreachable: {
    title: "无法获取该应用的描述",
    happened: "应用给出了一个描述自己的地址，但该地址没有及时响应。没有提供任何数据，也没有跳转。",
    advice: "请稍等一分钟，再从该应用重新开始。",
    developer: "client_id 中的地址必须在 5 秒内响应，其主机名只能解析到公网地址。",
  },
  client_document_refused: {
    title: "无法读取该应用的描述",
    happened: "在描述该应用的地址上找到的内容不是应用描述。没有提供任何数据，也没有跳转。",
    advice: "请返回该应用，并向开发者反馈。",
    developer:
      "client_id 中的地址必须以状态码 200 返回 UTF-8 编码的 application/json，不超过 64 KB，不能重定向，也不能使用内容编码。",
  },
  client_document_content: {
    title: "该应用的描述有误",
    happened: "该应用的描述缺少内容或自相矛盾。没有提供任何数据，也没有跳转。",
    advice: "请返回该应用，并向开发者反馈。",
    developer:
      "元数据文档必须以自己的地址作为 client_id，并包含 client_name 和 1 到 20 个 redirect_uris；如果给出 token_endpoint_auth_method，必须是 none。",
  },
  client_document_busy: {
    title: "同时获取的描述过多",
    happened: "平台正在获取多个应用的描述。没有提供任何数据。",
    advice: "请稍等几秒，再从该应用重新开始。",
  },
  client_registration_invalid: {
    title: "未知应用",
    happened: "该应用曾自行注册，但不是在本平台，或者其注册信息被改动过。没有提供任何数据，也没有跳转。",
    advice: "请从该应用重新开始。如果再次出现，请在其中移除本平台后重新添加。",
    developer: "client_id 不是本平台返回的。请重新注册。",
  },
  client_registration_old: {
    title: "该应用的注册已过期",
    happened: "该应用在 90 多天前自行注册，此后没有人授权过它。没有提供任何数据，也没有跳转。",
    advice: "请从该应用重新开始。如果再次出现，请在其中移除本平台后重新添加。",
    developer: "没有人授权的 client_id 在注册 60 至 90 天后失效。请重新注册。",
  },
  csrf: {
    title: "表单已过期",
    happened: "表单打开时间过长，或者是从其他网站提交的。为安全起见，没有做任何更改。",
    advice: "如果浏览器阻止了 Cookie，请先允许本网站使用。然后返回上一页，刷新后重新提交。",
    developer: "表单中的 csrf 值不属于当前会话，或者请求来自其他来源。",
  },
  forbidden: {
    title: "没有访问权限",
    happened: "该页面仅限平台管理员访问。没有做任何更改。",
    advice: "请联系管理员，或换用其他账号登录。",
  },
  team_forbidden: {
    title: "您在团队中的角色没有此权限",
    happened: "只有团队的创建者和管理员可以进行此操作。没有任何更改。",
    advice: "请联系团队的创建者，由其操作或更改您的角色。",
  },
  survey_forbidden: {
    title: "您无权对此问卷进行该操作",
    happened: "您在团队中的角色可以查看此问卷，但不能进行该操作。没有任何更改。",
    advice: "请联系团队的创建者或管理员，由其操作或更改您的角色。",
  },
  survey_too_large: {
    title: "问卷过大",
    happened:
      "一份问卷最多约为 800 道各有五个选项的题目，即存储后 1,000,000 个字符；所有已发布版本合计最多 20,000,000 个字符。每道题最多 2,000 个选项或行，每页最多 8,000 个选项，整份问卷最多 10,000 个；矩阵题的每个格子算一个，排序题的每个选项的每个名次算一个。没有做任何更改。",
    advice: "请拆分为多份问卷，或缩短最长的选项列表。",
  },
  invitation_invalid: {
    title: "邀请无效",
    happened: "该邀请已使用、已过期或已被撤回。每个邀请只能使用一次，有效期七天。",
    advice: "请向发出邀请的人索取新的邀请。如果您已有账号，请直接登录。",
  },
  first_start_link_invalid: {
    title: "此链接已使用或已被替换",
    happened:
      "它用于创建第一位管理员，只能使用一次。平台尚无用户时，每次启动都会生成新链接，旧链接随即失效。",
    advice: "请使用平台启动时显示的最新链接。如果已有管理员，请直接登录。",
  },
  login_code_invalid: {
    title: "链接已失效",
    happened: "登录链接一分钟内有效，只能使用一次，且只能用于其指定的用途。",
    advice: "请返回带您来到这里的应用，从那里重新打开问卷。",
  },
  password_link_invalid: {
    title: "密码链接无效",
    happened:
      "该链接已使用、已超过一小时，或已被新的链接取代。通过其他方式更改密码后，链接也会失效。您的密码没有更改。",
    advice: "请向管理员索取新的链接。如果您知道密码，请直接登录。",
  },
  email_link_invalid: {
    title: "该链接无法确认地址",
    happened: "链接已使用、已超过一小时、已被新的链接取代，或属于另一个账号。没有更改任何内容。",
    advice: "请确认您登录的是邮件中所说的账号，或重新填写地址。",
  },
  sign_up_closed: {
    title: "暂不开放注册",
    happened: "本平台的账号需要通过邀请或由运营者创建。",
    advice: "请向管理员索取邀请。如果您已有账号，请直接登录。",
  },
  request_expired: {
    title: "请求已过期",
    happened: "应用的这次请求已经失效。没有提供任何数据。",
    advice: "请返回该应用重新开始。",
  },
  already_answered: {
    title: "您已处理过该请求",
    happened: "每个请求只能选择一次，以第一次的选择为准。",
    advice: "请返回该应用。如果它仍在等待，请在那里重新开始。",
  },
  other_user: {
    title: "您已登录其他账号",
    happened: "该请求是用其他账号打开的。为安全起见，您的选择没有生效。",
    advice: "请返回该应用，用要使用的账号重新开始。",
  },
  not_found: {
    title: "页面不存在",
    happened: "该地址没有对应的页面。",
    advice: "请检查地址，或返回首页。",
  },
  method_not_allowed: {
    title: "不支持该请求",
    happened: "该地址不接受这种请求方式。",
    advice: "请返回首页，通过页面上的链接访问。",
  },
  too_many_requests: {
    title: "操作过于频繁",
    happened: "收到您的请求过多。",
    advice: "请稍等片刻再试。",
  },
  busy: {
    title: "服务器繁忙",
    happened: "当前登录人数过多。没有丢失任何内容。",
    advice: "请等几秒钟再试。",
  },
  invalid_argument: {
    title: "请求无效",
    happened: "请求的某一部分缺失或格式有误。没有做任何更改。",
    advice: "请返回重试。如果您是通过链接访问的，请向提供链接的人反馈。",
    developer: "有参数缺失、为空、格式错误或过长。",
  },
  internal_error: {
    title: "出错了",
    happened: "服务器出现错误，已记录。",
    advice: "请重试。如果再次出现，请把下面的请求编号提供给平台运营者。",
  },
  storage_unavailable: {
    title: "服务暂时不可用",
    happened: "平台的部分服务没有响应。没有做任何更改。",
    advice: "请等一分钟再试。",
  },
};
