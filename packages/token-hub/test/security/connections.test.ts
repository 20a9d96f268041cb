import { describeConnections } from "../../../service/test/support/connection-suite.ts";
import { getRequest } from "../../../service/test/support/raw-http.ts";
import { team } from "../support/test-hub.ts";
import { startTestService } from "../support/test-service.ts";

const OUTLASTS_A_TEST_MS = 3_600_000;
const tokenPath = `/v1/apps/${team.appid}/token`;

describeConnections(async () => {
  const service = await startTestService({ stopGraceMilliseconds: OUTLASTS_A_TEST_MS });
  const { bearer } = await service.addCaller();
  return {
    url: service.url,
    effective: getRequest(tokenPath, `Authorization: ${bearer}`),
    effects: () => service.logged.filter((line) => line.includes('"served"')).length,
    post: `POST ${tokenPath}/report HTTP/1.1\r\nAuthorization: ${bearer}\r\nContent-Type: application/json\r\n`,
    stop: () => service.stop(),
  };
});
