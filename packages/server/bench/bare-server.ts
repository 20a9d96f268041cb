/** The baseline: `node:http` only. `GET /?bytes=N` returns JSON of N bytes, created once per size. */
import { createServer } from "node:http";

const bodies = new Map<string, string>();

function bodyFor(url: string): string {
  let body = bodies.get(url);
  if (body === undefined) {
    const frame = '{"code":"OK","data":""}';
    const bytes = Number(new URL(url, "http://bare").searchParams.get("bytes"));
    body = frame.replace('""', `"${"x".repeat(Math.max(0, bytes - frame.length))}"`);
    bodies.set(url, body);
  }
  return body;
}

const server = createServer((request, response) => {
  const body = bodyFor(request.url ?? "/");
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(
    JSON.stringify({
      msg: "listening",
      url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    }),
  );
});
