import { errorKinds, type ErrorType } from "../../errors.ts";
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
  invalid_redirect_url:
    "Send an absolute http or https address without credentials, or an empty text for none.",
  permission_denied:
    "Let the application ask for writing: in its settings in the console, or on the page of the team’s credentials. Users then have to authorize it again.",
  insufficient_scope:
    "Send the user through the authorization page again with the scopes that WWW-Authenticate names. Only calls with a bearer token get this error.",
  not_found: "Check the id. A survey that exists but belongs to someone else gives the same error.",
  openid_existed: "Get the account with GET /api/sso/users/{openid}, or register another openid.",
  user_not_found:
    "Register the account first. Accounts of other applications, and other users, give the same error.",
  update_user_error: "Send a nickname that is not empty, or leave it out.",
  invalid_list_length: "Send the respondents in portions of at most 100.",
  invalid_type: "Send type 11. Other kinds of lists are not served.",
  org_resource_exhausted: "Delete a team of the user, or create it for another account.",
  org_create_error: "Choose another name.",
  contacts_team_not_found: "Check the id. Teams of others give the same error.",
  contacts_group_not_found: "List the groups of the team, and send one of their ids.",
  parent_group_not_found: "List the groups of the team, and send one of their ids as parent_id, or 0.",
  group_too_deep: "Put the group below a higher one.",
  default_group_be_modified: "Rename the team instead, on its pages.",
  duplicated_remote_id: "Send another remote_id, or change the group that has it.",
  contacts_user_existed: "Nothing has to be done. Send a role to change it.",
  contacts_user_not_found:
    "Register the user with POST /api/sso/users, or invite the person on the pages of the team.",
  exceed_user_limit: "Remove members that are not needed any more.",
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
  invalid_redirect_url: "redirect_url 不是完整的 http 或 https 地址。",
  permission_denied: "令牌有效，但不能进行这项修改。",
  insufficient_scope: "Bearer 令牌有效，但其 scope 不允许这个调用。",
  not_found: "在这个令牌的权限范围内没有这样的资源。",
  openid_existed: "该应用已有使用这个 openid 的账号。",
  user_not_found: "该应用没有这个账号，或账号已被停用。",
  update_user_error: "不能这样修改账号。",
  invalid_list_length: "名单须包含 1 到 100 个回答者。",
  invalid_type: "名单类型须为 11，即第三方账号。",
  org_resource_exhausted: "该用户创建的团队数量已达上限。",
  org_create_error: "无法创建团队：已有同名团队。",
  contacts_team_not_found: "在这个令牌的权限范围内没有这个团队。",
  contacts_group_not_found: "团队没有这个分组。",
  parent_group_not_found: "团队没有可作为上级的这个分组，或它在该分组自身之下。",
  group_too_deep: "团队之下的分组最多十级。",
  default_group_be_modified: "代表团队的分组不能修改或删除。",
  duplicated_remote_id: "团队的另一个分组已使用这个 remote_id。",
  contacts_user_existed: "用户已在该分组中。",
  contacts_user_not_found: "用户不在该团队或分组中，也不是该应用的账号。",
  exceed_user_limit: "团队成员数量已达上限。",
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
  invalid_redirect_url: "请传不含用户名和密码的完整 http 或 https 地址，或传空文本表示不跳转。",
  permission_denied: "请为应用开启写权限：在控制台的应用设置中，或在团队的凭证页面上。之后用户需要重新授权。",
  insufficient_scope:
    "请按 WWW-Authenticate 中列出的 scope 让用户重新授权。只有使用 Bearer 令牌的调用会返回这个错误。",
  not_found: "请检查编号。资源不存在和无权读取返回同样的错误。",
  openid_existed: "请用 GET /api/sso/users/{openid} 获取该账号，或换一个 openid 注册。",
  user_not_found: "请先注册账号。其他应用的账号和其他用户返回同样的错误。",
  update_user_error: "请传非空的 nickname，或不传。",
  invalid_list_length: "请分批发送，每批最多 100 个回答者。",
  invalid_type: "请传 type 11。不支持其他类型的名单。",
  org_resource_exhausted: "请删除该用户的某个团队，或为别的账号创建。",
  org_create_error: "请换一个名称。",
  contacts_team_not_found: "请检查编号。其他团队返回同样的错误。",
  contacts_group_not_found: "请先列出团队的分组，再传其中的编号。",
  parent_group_not_found: "请先列出团队的分组，再把其中的编号作为 parent_id 传入，或传 0。",
  group_too_deep: "请把分组放到更高的一级之下。",
  default_group_be_modified: "请在团队页面修改团队名称。",
  duplicated_remote_id: "请换一个 remote_id，或修改已使用它的分组。",
  contacts_user_existed: "无需处理。要修改角色，请传 role。",
  contacts_user_not_found: "请用 POST /api/sso/users 注册用户，或在团队页面邀请成员。",
  exceed_user_limit: "请移除不再需要的成员。",
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
