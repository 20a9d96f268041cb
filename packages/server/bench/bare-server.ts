/**
 * The baseline: `node:http` only. It gets the same requests as the platform and answers each of them with JSON of the
 * size that was last asked for by `/size/N`. Its headers are Content-Type, Content-Length and those of node itself
 * (Date, Connection, Keep-Alive); it has none of the platform's security headers.
 */
import { createServer } from "node:http";

const frame = '{"code":"OK","data":""}';
const sizePath = "/size/";
let body = frame;
let length = frame.length;

// As long as the platform's: on a busy machine, preparing the load takes longer than Node's five seconds.
const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  if (request.url?.startsWith(sizePath)) {
    length = Math.max(frame.length, Number(request.url.slice(sizePath.length)));
    body = frame.replace('""', `"${"x".repeat(length - frame.length)}"`);
  }
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": length });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : "";
  console.log(JSON.stringify({ msg: "listening", url: `http://127.0.0.1:${port}` }));
});
