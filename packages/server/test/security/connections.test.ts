import { describeConnections } from "../../../service/test/support/connection-suite.ts";
import { teamTokenParameters } from "../support/flows.ts";
import { startListeningPlatform } from "../support/listening-platform.ts";
import { getRequest, pathWithQuery } from "../support/raw-http.ts";

describeConnections(async () => {
  const platform = await startListeningPlatform();
  return {
    url: platform.url,
    effective: getRequest(pathWithQuery("/api/oauth2/access_token", teamTokenParameters)),
    effects: () => platform.observed.filter(({ error }) => error === undefined).length,
    post: "POST /login HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n",
    stop: platform.stop,
  };
});
