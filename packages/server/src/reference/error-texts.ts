import { errorKinds, type ErrorType } from "../errors.ts";
import type { Language } from "@survey-open-platform/service";

/** An error type: what it means, and what the caller should do. */
export type ErrorText = { readonly says: string; readonly todo: string };

type Sentences = Readonly<Record<ErrorType, string>>;

const todoInEnglish: Sentences = {
  invalid_argument: "Correct the call. The header X-Error-Parameter names the parameter.",
  invalid_argument_url:
    "Give an address of the public internet, with http or https, without port and credentials. Inside a network, ask the operator to open it.",
  resource_exhausted: "Delete one that is no longer needed.",
  unsupported_grant_type: "Send the grant_type that this path documents, in exactly that spelling.",
  invalid_client:
    "Check appid and secret, and that the application is not disabled. Repeated failures are delayed.",
  unauthorized_client:
    "Use the mode that the application is registered for. Where the application has a list of allowed networks, add the address that the call comes from.",
  invalid_grant: "Do not retry. Send the user to the authorization page again.",
  invalid_token:
    "Get a new token, by refresh or from the team’s central server, and repeat the call once. Check that the token was issued to this appid.",
  claim_error: "Send the openid that came with this token, or the user_id of a member of the team.",
  not_found: "Check the id. A survey that exists but belongs to someone else gives the same error.",
  invalid_org_subscription: "Upgrade the team’s plan. Until then, new and existing team tokens do not work.",
  request_rate_limited:
    "Wait for the number of seconds in Retry-After. Cache tokens instead of requesting one for every call.",
  no_route: "Check path and method. For a wrong method, the header Allow lists the supported ones.",
  internal_error: "Give the request_id to the operator of the platform.",
  storage_unavailable:
    "Retry after Retry-After seconds. A code exchange may have succeeded: send the code once more, and if it is refused, ask the user to authorize again.",
};

const saysInChinese: Sentences = {
  invalid_argument: "某个参数缺失、为空、重复、格式错误或过长。",
  invalid_argument_url: "这个地址不能接收事件：须为公网 http 或 https 地址，不带端口和账号。",
  resource_exhausted: "数量已达上限，请先删除一个。",
  unsupported_grant_type: "grant_type 不是这个路径所支持的。",
  invalid_client: "appid 与 secret 不匹配，或应用已被停用。",
  unauthorized_client:
    "应用不能使用这种模式，或不能从这个地址调用：团队应用获取团队令牌，其他应用用授权码换取令牌。",
  invalid_grant: "授权码或 refresh_token 不存在、已使用、已过期、已被撤销，或属于别的应用。",
  invalid_token: "访问令牌不存在、已过期、已被撤销、已被更新的团队令牌取代，或属于别的应用。",
  claim_error: "令牌有效，但不能代表所传的 openid 或 user_id。",
  not_found: "在这个令牌的权限范围内没有这样的资源。",
  invalid_org_subscription: "团队的套餐不包含接口。",
  request_rate_limited: "请求过于频繁。",
  no_route: "没有这个路径，或路径不支持这个方法。",
  internal_error: "服务器内部出错。",
  storage_unavailable: "暂时无法访问数据库。",
};

const todoInChinese: Sentences = {
  invalid_argument: "请修正调用。响应头 X-Error-Parameter 给出了参数名。",
  invalid_argument_url: "请使用公网的 http 或 https 地址，不带端口和账号；内网地址须由运营者放行。",
  resource_exhausted: "请删除不再需要的一个。",
  unsupported_grant_type: "请发送该路径文档中的 grant_type，拼写须完全一致。",
  invalid_client: "请检查 appid 和 secret，并确认应用没有被停用。反复失败会被要求等待。",
  unauthorized_client: "请使用该应用对应的模式。如果应用设置了允许的网络，请把调用方的地址加入其中。",
  invalid_grant: "不要重试，请让用户重新打开授权页。",
  invalid_token: "通过刷新或团队的中控服务器获取新令牌，然后只重试一次；并确认 appid 与令牌属于同一个应用。",
  claim_error: "请传与该令牌一起得到的 openid，或团队成员的 user_id。",
  not_found: "请检查编号。资源不存在和无权读取返回同样的错误。",
  invalid_org_subscription: "请升级团队套餐；在此之前，新旧团队令牌都不可用。",
  request_rate_limited: "请等待 Retry-After 所示的秒数，并缓存令牌，不要每次调用都重新获取。",
  no_route: "请检查路径和方法。方法错误时，响应头 Allow 会列出正确的方法。",
  internal_error: "请把 request_id 告诉平台的运营者。",
  storage_unavailable:
    "请在 Retry-After 秒之后重试。换取令牌的请求可能已经成功：请再发送一次授权码，若被拒绝，则让用户重新授权。",
};

/** What an error type means and what to do about it, in one language. */
export function errorTextFor(type: ErrorType, language: Language): ErrorText {
  if (language === "zh-CN") return { says: saysInChinese[type], todo: todoInChinese[type] };
  return { says: errorKinds[type].says, todo: todoInEnglish[type] };
}
