/** Returns a list of surveys for every request, as a platform would. */
import { createServer } from "node:http";

const survey = { hash: "0a1b2c3d", title: "Customers", state: 2, scene: 1, answer_count: 25 };
const list = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  ...survey,
  created_at: "2026-11-21 08:00:00",
  updated_at: "2026-11-21 08:00:00",
}));
const requestId = "0f1e2d3c-0000-4000-8000-000000000000";
const body = JSON.stringify({
  code: "OK",
  error: { type: "" },
  data: { total: 20, list },
  request_id: requestId,
});

const server = createServer((_, response) => {
  response.writeHead(200, { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address !== "string") process.send?.(address.port);
});
