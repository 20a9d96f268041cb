/** A call as a line or more of shell, to be pasted into a terminal. */
export interface CallCommand {
  readonly id: CallId;
  readonly command: string;
}

/** Every call that pages show how to make, in the order in which one makes them. */
export type CallId =
  | "exchange"
  | "user"
  | "surveys"
  | "survey"
  | "legacySurvey"
  | "answers"
  | "refresh"
  | "teamToken"
  | "teamSurveys"
  | "teamLegacySurvey";

/** An application, or a placeholder for one. Values go into shell commands: nothing that a stranger wrote may be one. */
export interface CallingApplication {
  readonly appid: string;
  readonly secret: string;
}

/** What an authorization link is made of. */
export interface LinkParts {
  readonly authUrl: string;
  readonly appid: string;
  readonly redirectUri: string;
  readonly state: string;
}

/** The link by which an application sends a user to the consent page. */
export function authorizationLink({ authUrl, appid, redirectUri, state }: LinkParts): string {
  const query = `appid=${appid}&redirect_uri=${encodeURIComponent(redirectUri)}&response_type=code&scope=snsapi_user&state=${state}`;
  return `${authUrl}/connect/oauth2/authorize?${query}#wj_redirect`;
}

/**
 * What an application's server does with a code, step by step; each step uses what the ones before it left
 * in variables of the shell.
 */
export function webCalls(
  baseUrl: string,
  { appid, secret, code }: CallingApplication & { readonly code: string },
): readonly CallCommand[] {
  const withToken = `appid=${appid}&access_token=$ACCESS_TOKEN`;
  const survey = `${baseUrl}/api/surveys/$SURVEY_ID`;
  return [
    {
      id: "exchange",
      command: lines(
        keepResponse(
          `${baseUrl}/api/oauth2/access_token?appid=${appid}&secret=${secret}&code=${code}&grant_type=authorization_code`,
        ),
        keepField("ACCESS_TOKEN", "access_token"),
        keepField("REFRESH_TOKEN", "refresh_token"),
        keepField("OPENID", "openid"),
      ),
    },
    { id: "user", command: curlCommand(`${baseUrl}/api/oauth2/user?${withToken}&openid=$OPENID`) },
    {
      id: "surveys",
      command: lines(keepResponse(`${baseUrl}/api/surveys?${withToken}&openid=$OPENID`), keepFirstSurvey),
    },
    { id: "survey", command: curlCommand(`${survey}?${withToken}`) },
    { id: "legacySurvey", command: curlCommand(`${survey}/legacy?${withToken}`) },
    { id: "answers", command: curlCommand(`${survey}/answers?${withToken}&per_page=20`) },
    {
      id: "refresh",
      command: curlCommand(
        `${baseUrl}/api/oauth2/refresh_token?appid=${appid}&refresh_token=$REFRESH_TOKEN&grant_type=refresh_token`,
      ),
    },
  ];
}

/** What a team's server does, step by step. */
export function teamCalls(baseUrl: string, application: CallingApplication): readonly CallCommand[] {
  const withToken = `appid=${application.appid}&access_token=$TEAM_TOKEN`;
  return [
    {
      id: "teamToken",
      command: lines(
        keepResponse(teamTokenAddress(baseUrl, application)),
        keepField("TEAM_TOKEN", "access_token"),
      ),
    },
    {
      id: "teamSurveys",
      command: lines(keepResponse(`${baseUrl}/api/surveys?${withToken}`), keepFirstSurvey),
    },
    { id: "teamLegacySurvey", command: curlCommand(`${baseUrl}/api/surveys/$SURVEY_ID/legacy?${withToken}`) },
  ];
}

/** The shortest way for a team to see its surveys: the token, and at once the list with it. */
export function quickTeamCall(baseUrl: string, application: CallingApplication): string {
  return lines(
    `TEAM_TOKEN=$(curl -sS "${teamTokenAddress(baseUrl, application)}" | ${extract("access_token")})`,
    curlCommand(`${baseUrl}/api/surveys?appid=${application.appid}&access_token=$TEAM_TOKEN`),
  );
}

/** Asks for a team token, to see what comes. */
export function teamTokenCall(baseUrl: string, application: CallingApplication): string {
  return curlCommand(teamTokenAddress(baseUrl, application));
}

function teamTokenAddress(baseUrl: string, { appid, secret }: CallingApplication): string {
  return `${baseUrl}/api/oauth2/access_token?appid=${appid}&secret=${secret}&grant_type=client_credential`;
}

/** A command that requests an address and shows the response. @param options further ones, each after a space */
export function curlCommand(address: string, options = ""): string {
  return `curl -sS -w '\\n'${options} "${address}"`;
}

function keepResponse(address: string): string {
  return lines(`RESPONSE=$(curl -sS "${address}")`, `printf '%s\\n' "$RESPONSE"`);
}

function keepField(variable: string, field: string): string {
  return `${variable}=$(printf '%s' "$RESPONSE" | ${extract(field)})`;
}

function extract(field: string): string {
  return `sed -n 's/.*"${field}":"\\([^"]*\\)".*/\\1/p'`;
}

const keepFirstSurvey = `SURVEY_ID=$(printf '%s' "$RESPONSE" | sed -n 's/.*"list":\\[{"id":\\([0-9]*\\).*/\\1/p')`;

function lines(...parts: readonly string[]): string {
  return parts.join("\n");
}

/**
 * Without settings the origin comes from the request, and a forged host name may contain characters that a shell
 * interprets.
 */
export function pasteableOrigin(origin: string): string {
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : "http://127.0.0.1:8787";
}
