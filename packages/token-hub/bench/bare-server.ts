/**
 * The baseline, and the platform of the measurement: `node:http` only. It returns a body of the size of a token
 * response for any request, a token for a token request, and an envelope for a data call.
 */
import { createServer } from "node:http";

const accessToken = `sopt_${"x".repeat(32)}`;
const token = JSON.stringify({ access_token: accessToken, version: 1, expires_in: 7200 });
const issued = JSON.stringify({
  code: "OK",
  error: { type: "" },
  data: { access_token: accessToken, expires_in: 7200 },
});
const data = JSON.stringify({ code: "OK", error: { type: "" }, data: { total: 0, list: [] } });

const server = createServer((request, response) => {
  const url = request.url ?? "";
  const body = url.startsWith("/api/oauth2/") ? issued : url.startsWith("/api/") ? data : token;
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : "";
  console.log(JSON.stringify({ msg: "listening", url: `http://127.0.0.1:${port}` }));
});
