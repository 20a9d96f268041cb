/** Where the platform is, and the application and token with which its calls are made. */
export class SurveyOpenPlatformApi {
  readonly name = "surveyOpenPlatformApi";
  readonly displayName = "Survey Open Platform API";
  readonly properties = [
    {
      name: "baseUrl",
      displayName: "Address of the Platform",
      type: "string",
      default: "",
      placeholder: "https://platform.example",
    },
    { name: "appid", displayName: "Application ID", type: "string", default: "" },
    {
      name: "accessToken",
      displayName: "Access Token",
      type: "string",
      typeOptions: { password: true },
      default: "",
    },
  ];
  readonly authenticate = {
    type: "generic",
    properties: { qs: { appid: "={{$credentials.appid}}", access_token: "={{$credentials.accessToken}}" } },
  };
  readonly test = {
    request: { baseURL: "={{$credentials.baseUrl}}", url: "/api/surveys", qs: { per_page: 1 } },
  };
}
