import { runSteps } from "@survey-open-platform/database";
import { randomInt } from "node:crypto";
import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { identifierField, integerField, nameField, textField } from "../../../http/body-fields.ts";
import { defineEndpoint, type Endpoint } from "../../../http/endpoint.ts";
import { tokenParameters } from "../../../http/known-parameters.ts";
import { idParameter, ParameterProblem } from "../../../http/parameters.ts";
import { sentenceAbout } from "../../../http/schema-issues.ts";
import { isLinkAddress } from "../../../model/link-address.ts";
import { hashToken } from "../../../model/token.ts";
import { createLoginCode } from "../../../store/people/login-code-table.ts";
import type { Store } from "../../../store/store.ts";
import {
  changeThirdPartyAccount,
  createThirdPartyAccount,
  findThirdPartyAccount,
} from "../../../store/people/third-party-account-table.ts";
import { idBounds, readingTeam, writingTeam } from "../team-caller.ts";
import { tokenCheck, tokenErrors } from "../token-authentication.ts";
import { writeEndpoint } from "../write-endpoint.ts";
import { emptyData, emptyObject } from "../empty-data.ts";

const idOfUser = z.int().min(1).meta({ description: "Id of the user" });
const idOfRespondent = z.int().min(1).meta({ description: "Id of the respondent: that of the user" });
const openidPath = { openid: idParameter("What the application calls its user", 128) } as const;
const openidField = identifierField(
  "What the application calls its user: without slashes, control characters and spaces around it",
  { minimum: 1, maximum: 128 },
);
const nicknameText = "Name that others see";
const avatarField = textField("Address of a picture, beginning with https:// or http://", {
  maximum: 255,
}).refine(isLinkAddress, "is no address of a web page");

const openidInPath = z.compile(openidPath.openid);

function openidIn(path: Readonly<Record<string, string>>): string {
  const parsed = openidInPath.safeParse(path["openid"]);
  if (!parsed.success)
    throw new ParameterProblem("openid", "must have 1 to 128 characters, and none of them NUL");
  return parsed.data;
}

/** The calls about accounts that an application registers for its own users. */
export function thirdPartyAccountEndpoints(store: Store): readonly Endpoint[] {
  return [registering(store), finding(store), changing(store), issuingCode(store)];
}

const registerAccountBody = z.object({
  openid: openidField,
  nickname: nameField(nicknameText, { maximum: 64 }).optional(),
  avatar: avatarField.default(""),
});

const registerAccountData = z.object({ user_id: idOfUser, respondent_id: idOfRespondent });

function registering(store: Store): Endpoint {
  return writeEndpoint(store, {
    operationId: "registerAccount",
    bearerScopes: "none",
    method: "POST",
    path: "/api/sso/users",
    summary: "Register a third-party account",
    description:
      "An account without a password, for a user of the application itself. Team mode only. The application and its openid identify it.",
    body: registerAccountBody,
    data: registerAccountData,
    errors: ["claim_error", "openid_existed"],
    async write(request) {
      const { applicationId, actor } = await writingTeam(request);
      const { openid, nickname = openid, avatar } = request.body;
      const account = { applicationId, openid, nickname, avatar, actor };
      const id = await createThirdPartyAccount(request.transaction, account);
      if (id === undefined) throw new PlatformError("openid_existed");
      return { user_id: id, respondent_id: id };
    },
  });
}

const getAccountData = z.object({
  user_id: idOfUser,
  respondent_id: idOfRespondent,
  openid: z.string().meta({ description: "What the application calls its user" }),
  nickname: z.string().meta({ description: "Name that others see" }),
  avatar: z.string().meta({ description: "Address of a picture; may be empty" }),
});

function finding(store: Store): Endpoint {
  return defineEndpoint({
    operationId: "getAccount",
    bearerScopes: "none",
    path: "/api/sso/users/{openid}",
    summary: "Get a third-party account",
    description: "One of the application's own accounts, by its openid. Team mode only.",
    pathParameters: openidPath,
    parameters: tokenParameters,
    data: getAccountData,
    errors: [...tokenErrors, "claim_error", "user_not_found"],
    checkToken: tokenCheck(store),
    *read(token, { path }) {
      const caller = yield* readingTeam(store, token);
      if (caller instanceof PlatformError) return caller;
      const { applicationId } = caller;
      const account = yield* findThirdPartyAccount({ applicationId, openid: openidIn(path) });
      if (account === undefined) throw new PlatformError("user_not_found");
      const { userId, ...shown } = account;
      return { user_id: userId, respondent_id: userId, ...shown };
    },
  });
}

const updateAccountBody = z.object({
  // An empty one has an error of its own.
  nickname: nameField(nicknameText, { minimum: 0, maximum: 64 }).optional(),
  avatar: avatarField.optional(),
});

function changing(store: Store): Endpoint {
  return writeEndpoint(store, {
    operationId: "updateAccount",
    bearerScopes: "none",
    method: "POST",
    path: "/api/sso/users/{openid}",
    summary: "Change a third-party account",
    description:
      "Changes the nickname or the avatar of an account. What is left out stays as it is. Team mode only.",
    pathParameters: openidPath,
    body: updateAccountBody,
    data: emptyObject,
    errors: ["claim_error", "user_not_found", "update_user_error"],
    async write(request) {
      const { applicationId, actor } = await writingTeam(request);
      const { nickname, avatar } = request.body;
      const openid = openidIn(request.path);
      const account = await runSteps(request.transaction, findThirdPartyAccount({ applicationId, openid }));
      if (account === undefined) throw new PlatformError("user_not_found");
      if (nickname === "")
        throw new PlatformError("update_user_error", {
          parameter: "nickname",
          message: sentenceAbout("nickname", "is empty"),
        });
      const { userId } = account;
      await changeThirdPartyAccount(request.transaction, { applicationId, userId, nickname, avatar, actor });
      return emptyData;
    },
  });
}

const codeLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** 32 letters and digits: 190 random bits, with no character that an address would have to encode. */
function makeLoginCode(): string {
  return Array.from({ length: 32 }, () => codeLetters[randomInt(codeLetters.length)]).join("");
}

const issueLoginCodeBody = z.object({
  user_id: integerField("Id of one of the application's own accounts", idBounds),
  scene_type: z
    .enum(["respondent", "user"], "must be respondent or user")
    .meta({ description: "As what the account is signed in" }),
});

const issueLoginCodeData = z.object({
  code: z.string().meta({ description: "32 letters and digits, for GET /api/v2/redirect" }),
});

function issuingCode(store: Store): Endpoint {
  return writeEndpoint(store, {
    operationId: "issueLoginCode",
    bearerScopes: "none",
    method: "POST",
    path: "/api/sso/code",
    summary: "Get a login code for a third-party account",
    description:
      "A code that signs an account in once, within a minute, at GET /api/v2/redirect. respondent answers surveys, user edits them. Team mode only.",
    body: issueLoginCodeBody,
    data: issueLoginCodeData,
    errors: ["claim_error", "user_not_found"],
    async write(request) {
      const { applicationId } = await writingTeam(request);
      const { user_id: userId, scene_type: scene } = request.body;
      const code = makeLoginCode();
      if (
        !(await createLoginCode(request.transaction, { hash: hashToken(code), applicationId, userId, scene }))
      )
        throw new PlatformError("user_not_found");
      return { code };
    },
    // A code counts once: a repeated call must not find it in the database.
    withoutSecrets: () => ({ code: "" }),
  });
}
