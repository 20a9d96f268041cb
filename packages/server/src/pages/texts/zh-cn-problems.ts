import type { Texts } from "./en.ts";

/** Every problem in simplified Chinese. */
export const zhCnProblems: Texts["problems"] = {
  invalid_client: {
    title: "平台上没有这个应用",
    happened: "您打开的链接所指的应用没有在本平台注册。我们没有提供任何数据，也没有把您带到别处。",
    advice: "请返回您看到链接的地方，并告诉那里的负责人。",
    developer: "appid 缺失、为空、过长，或者不是已注册应用的 ID。",
  },
  redirect_uri_missing: {
    title: "链接里没有写明返回地址",
    happened: "应用把您带到这里，却没有给出授权后返回的地址。我们没有提供任何数据，也没有把您带到别处。",
    advice: "请返回该应用，并告诉它的负责人。",
    developer: "redirect_uri 缺失或为空。",
  },
  redirect_uri_mismatch: {
    title: "返回地址没有登记",
    happened: "链接要求我们把您带到一个地址，但该应用没有登记过它。我们没有把您带过去，也没有提供任何数据。",
    advice: "如果链接是别人发给您的，请不要相信它；否则请告诉该应用的负责人。",
    developer: "redirect_uri 经过一次 URL 解码后，必须与登记的某个地址逐字符相同。",
  },
  duplicated_parameter: {
    title: "链接里有重复的内容",
    happened: "链接的某一部分出现了不止一次，无法确定以哪个为准。我们没有提供任何数据。",
    advice: "请返回该应用重新开始。如果再次出现，请告诉它的负责人。",
    developer: "有参数出现了不止一次。",
  },
  response_type: {
    title: "应用请求的方式不受支持",
    happened: "应用要求的应答方式在本平台不存在。我们没有提供任何数据。",
    advice: "请返回该应用，并告诉它的负责人。",
    developer: "response_type 必须是：code",
  },
  scope: {
    title: "应用请求的权限不存在",
    happened: "链接请求的权限不是本平台可以授予的权限。我们没有提供任何数据。",
    advice: "请返回该应用，并告诉它的负责人。",
    developer: "scope 必须是：snsapi_user",
  },
  state: {
    title: "链接里有一处格式不对",
    happened: "应用附加了一个不被允许的值。我们没有提供任何数据。",
    advice: "请返回该应用重新开始。如果再次出现，请告诉它的负责人。",
    developer: "state 可以不传；传了就必须是 1 到 128 个 a-z、A-Z、0-9 字符。",
  },
  application_disabled: {
    title: "这个应用已被停用",
    happened: "该应用在本平台已被停用，目前不能请求授权。我们没有提供任何数据。",
    advice: "请向该应用的负责人询问何时恢复。",
    developer: "应用处于停用状态。",
  },
  wrong_kind_of_application: {
    title: "这个应用不能向个人请求授权",
    happened:
      "链接属于某个团队自己的应用。这类应用只读取本团队的问卷，不会向个人请求授权。我们没有提供任何数据。",
    advice: "请返回您看到链接的地方，并告诉那里的负责人。",
    developer: "appid 属于团队应用；授权页面只服务于代表个人用户的应用。",
  },
  csrf: {
    title: "这个表单已经过期",
    happened: "表单打开的时间太久，或者是从别的网站提交的。为安全起见，我们没有处理它。",
    advice: "请返回上一页，刷新后重新提交。如果再次出现，请允许本网站使用 Cookie。",
    developer: "表单中的 csrf 值不属于当前会话，或者请求来自其他来源。",
  },
  request_expired: {
    title: "等待的时间有点久",
    happened: "应用的这次请求已经失效。我们没有提供任何数据。",
    advice: "请返回该应用重新开始。",
  },
  already_answered: {
    title: "您已经答复过这次请求",
    happened: "每次请求只能答复一次，以您第一次的选择为准。",
    advice: "请返回该应用。如果它仍在等待，请在那里重新开始。",
  },
  other_user: {
    title: "您已换用另一个账号登录",
    happened: "这次请求是在另一个账号下打开的，与您现在使用的账号不同。为安全起见，您的答复没有生效。",
    advice: "请返回该应用，用您想使用的账号重新开始。",
  },
  not_found: {
    title: "这里没有页面",
    happened: "这个地址没有对应的内容，或者内容已不存在。",
    advice: "请检查地址，或者从首页开始。",
  },
  method_not_allowed: {
    title: "这个页面不能这样使用",
    happened: "地址存在，但不接受这种请求方式。",
    advice: "请从首页开始，通过页面上的链接访问。",
  },
  too_many_requests: {
    title: "操作过于频繁",
    happened: "我们收到您的请求太多，超出了可以安全处理的数量。",
    advice: "请稍等片刻再试。",
  },
  busy: {
    title: "现在非常繁忙",
    happened: "同时登录的人太多，暂时处理不过来。没有丢失任何内容。",
    advice: "请等几秒钟再试。",
  },
  invalid_argument: {
    title: "这次请求有不对的地方",
    happened: "请求的某一部分缺失或格式不对，所以我们没有处理它。",
    advice: "请返回重试。如果您是点击链接进来的，请告诉提供链接的人。",
    developer: "有参数缺失、为空、格式错误或过长。",
  },
  internal_error: {
    title: "我们这边出了问题",
    happened: "这是我们的问题，与您无关。我们已经记录下来。",
    advice: "请再试一次。如果再次出现，请把下面的编号告诉平台的管理者。",
  },
  storage_unavailable: {
    title: "暂时无法读取数据",
    happened: "平台的一部分没有响应。没有任何内容被改动。",
    advice: "请等一分钟再试。",
  },
};
