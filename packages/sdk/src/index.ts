export type { Answers } from "./answers/answers.ts";
export { authorizeUrl, type AuthorizationRequest } from "./authorize-url.ts";
export { call, type CallOptions, type DataCall } from "./call.ts";
export { createClient, type Client, type ClientOptions, type SourcedClientOptions } from "./create-client.ts";
export type { DataCaller, DataCallOptions } from "./data-caller.ts";
export type { Query, QueryValue } from "./encode-query.ts";
export {
  DecryptionError,
  type DecryptionFailure,
  type EncryptionKey,
  type EncryptionKeys,
} from "./encoding/sealed-box.ts";
export type {
  ErrorCode,
  ErrorType,
  HubErrorType,
  KnownErrorType,
  LocalErrorType,
  PlatformErrorType,
} from "./error-types.ts";
export { exchangeCode, type CodeExchange, type UserGrant } from "./exchange-code.ts";
export { getUser, type UserCredentials, type UserInfo } from "./get-user.ts";
export type { Hub, HubCaller } from "./hub/hub.ts";
export { signHubRequest, type HubRequestToSign } from "./hub/sign-hub-request.ts";
export type { IssuedToken } from "./issued-token.ts";
export type { Fetch, Platform } from "./platform.ts";
export { readCallback, type CallbackResult } from "./read-callback.ts";
export { refreshAccessToken, type Refresh } from "./refresh-access-token.ts";
export { requestTeamToken, type TeamCredentials } from "./request-team-token.ts";
export type { SigningSecret } from "./state/hmac.ts";
export { safeReturnPath } from "./state/return-path.ts";
export { StateError, type StateProblem } from "./state/state-error.ts";
export {
  createState,
  verifyState,
  type CreatedState,
  type StateCheck,
  type StateOptions,
  type VerifiedState,
} from "./state/state.ts";
export { createMemoryUsedStates, type UsedStates } from "./state/used-states.ts";
export { SurveyPlatformError, type ErrorDetails, type ErrorProblem } from "./survey-platform-error.ts";
export type {
  AnswerBlank,
  AnswerContent,
  AnswerDetail,
  AnswerGroup,
  AnswerChange,
  AnswerCell,
  AnswerChanges,
  AnswerColumn,
  AnswerList,
  AnswerListItem,
  AnswerOption,
  AnswerPage,
  AnswerQuestion,
  AnswerRow,
  AnswerTable,
  ThirdPartyUser,
} from "./surveys/answer-data.ts";
export type { QuestionType } from "./surveys/question-type.ts";
export type { AnswerChangesOptions } from "./surveys/list-answer-changes.ts";
export type { AnswerTableOptions } from "./surveys/answer-table.ts";
export type { AnswerListOptions } from "./surveys/list-answers.ts";
export type { SurveyListOptions } from "./surveys/list-surveys.ts";
export type {
  BlankSetting,
  LegacySurvey,
  Question,
  LinkedEntry,
  QuestionOption,
  SubTitle,
  Survey,
  SurveyContent,
  SurveyList,
  SurveyListItem,
  SurveyPage,
  SurveyPicture,
  SurveyScene,
  SurveyState,
  TextTime,
} from "./surveys/survey-data.ts";
export type {
  CreatedSurvey,
  CustomArgument,
  CustomArgumentAddition,
  GivenAnswer,
  GivenQuestion,
  KeyCount,
  NewAnswer,
  ReportInterval,
  ReportRequest,
  SurveyCreation,
  SurveyReport,
  SurveySettingsChange,
  ImportLine,
  TextNote,
  WrittenAnswer,
} from "./surveys/written-data.ts";
export type { SurveyId } from "./surveys/survey-path.ts";
export type { Surveys } from "./surveys/surveys.ts";
export { fromHub, type HubTokenOptions } from "./token-source/from-hub.ts";
export { fromHubProxy } from "./token-source/from-hub-proxy.ts";
export { fromTeamSecret } from "./token-source/from-team-secret.ts";
export { fromUserGrant, type ConsentEvent, type UserGrantOptions } from "./token-source/from-user-grant.ts";
export {
  fromToken,
  type SourcedToken,
  type TokenSource,
  type WaitOptions,
} from "./token-source/token-source.ts";
export { encryptedUserTokenStore } from "./user-token-store/encrypted-user-token-store.ts";
export { createKeyedLock, type KeyedLock } from "./user-token-store/keyed-lock.ts";
export { createMemoryUserTokenStore } from "./user-token-store/memory-user-token-store.ts";
export type { WriteOptions } from "./write-call.ts";
export type { StoredValue, UserTokens, UserTokenStore } from "./user-token-store/user-token-store.ts";
export type {
  Delivery,
  DeliveryAttempt,
  DeliveryDetail,
  DeliveryList,
  DeliveryState,
  ResendRequest,
  Webhook,
  WebhookChange,
  WebhookCreation,
  WebhookEventName,
  WebhookList,
} from "./webhooks/webhook-data.ts";
export type { DeliveryListOptions, WebhookOwner, Webhooks } from "./webhooks/webhooks.ts";
export type {
  Account,
  AccountChange,
  AccountRegistration,
  Accounts,
  LoginCodeRequest,
  RegisteredAccount,
} from "./accounts/accounts.ts";
export { redirectUrl, type RedirectAction, type RedirectRequest } from "./accounts/redirect-url.ts";
export type {
  CreatedOrg,
  Org,
  OrgCreation,
  OrgProject,
  OrgProjectList,
  OrgRole,
  Orgs,
  OrgUser,
  OrgUserList,
  OrgUserListOptions,
} from "./orgs/orgs.ts";
export type {
  Contact,
  ContactAddition,
  ContactChange,
  ContactGroup,
  ContactGroupChange,
  ContactGroupCreation,
  ContactGroupList,
  ContactList,
  ContactListOptions,
  ContactRole,
  ContactPlace,
  Contacts,
  CreatedContactGroup,
} from "./contacts/contacts.ts";
export type {
  AccessList,
  AccessListEntry,
  AddedParticipant,
  AddedParticipants,
  Participant,
  ParticipantList,
  ParticipantListOptions,
  ParticipantState,
  ParticipantToAdd,
  AccessListOptions,
  Respondents,
} from "./respondents/respondents.ts";
