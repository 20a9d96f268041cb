/** Where the platform is, and the client with which n8n gets tokens there: for a team's surveys, or for those of the person who allows it. */
export class SurveyOpenPlatformOAuth2Api {
  readonly name = "surveyOpenPlatformOAuth2Api";
  readonly extends = ["oAuth2Api"];
  readonly displayName = "Survey Open Platform OAuth2 API";
  readonly properties = [
    {
      name: "baseUrl",
      displayName: "Address of the Platform",
      type: "string",
      default: "",
      placeholder: "https://platform.example",
    },
    {
      name: "grantType",
      displayName: "Surveys Of",
      type: "options",
      default: "clientCredentials",
      options: [
        { name: "A Team", value: "clientCredentials" },
        { name: "A Person", value: "authorizationCode" },
      ],
    },
    hidden("authUrl", '={{$self["baseUrl"]}}/oauth/authorize'),
    hidden("accessTokenUrl", '={{$self["baseUrl"]}}/oauth/token'),
    hidden("scope", "surveys:read answers:read"),
    hidden("authQueryParameters", ""),
    hidden("authentication", "header"),
  ];
}

/** A field of n8n's own credential that is the same for everyone. */
function hidden(name: string, value: string) {
  return { name, displayName: name, type: "hidden", default: value };
}
