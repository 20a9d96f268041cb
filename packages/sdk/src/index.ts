export { authorizeUrl, type AuthorizationRequest } from "./authorize-url.ts";
export { call, type CallOptions, type DataCall } from "./call.ts";
export type { Query, QueryValue } from "./encode-query.ts";
export type {
  ErrorCode,
  ErrorType,
  KnownErrorType,
  LocalErrorType,
  PlatformErrorType,
} from "./error-types.ts";
export { exchangeCode, type CodeExchange, type UserGrant } from "./exchange-code.ts";
export { getUser, type UserCredentials, type UserInfo } from "./get-user.ts";
export type { IssuedToken } from "./issued-token.ts";
export type { Fetch, Platform } from "./platform.ts";
export { readCallback, type CallbackAnswer } from "./read-callback.ts";
export { refreshAccessToken, type Refresh } from "./refresh-access-token.ts";
export { requestTeamToken, type TeamCredentials } from "./request-team-token.ts";
export { SurveyPlatformError, type ErrorDetails } from "./survey-platform-error.ts";
export { fromToken } from "./token-source/from-token.ts";
export type { SourcedToken, TokenSource, WaitOptions } from "./token-source/token-source.ts";
export type { StoredValue, UserTokens, UserTokenStore } from "./user-token-store/user-token-store.ts";
