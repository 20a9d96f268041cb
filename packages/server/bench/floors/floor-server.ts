/**
 * The least that a server has to do for a call, to see how far a target can be reached: `node:http` with the platform's
 * headers, and the statements that a call cannot do without. It checks no parameter and no limit of data calls, logs
 * nothing, makes no object of a row, and pads texts instead of making them from values.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PlatformError } from "../../src/errors.ts";
import { apiHeaders } from "../../src/http/api-headers.ts";
import { errorEnvelope, successEnvelope } from "../../src/http/envelope.ts";
import { makeRequestId } from "../../src/http/request-id.ts";
import { looksLike } from "../../src/model/token.ts";
import { FloorReads } from "./floor-reads.ts";
import { FloorWrites } from "./floor-writes.ts";
import { parameterIn, pathOf } from "./floor-request.ts";

const [file = ""] = process.argv.slice(2);
const reads = new FloorReads(file);
const writes = new FloorWrites(file);
const invalidToken = new PlatformError("invalid_token");

/** @param data JSON text; undefined to refuse the token */
function respond(response: ServerResponse, data: string | undefined): void {
  const id = makeRequestId();
  const body = data === undefined ? errorEnvelope(invalidToken, id) : successEnvelope(data, id);
  response.writeHead(200, { ...apiHeaders(id), "Content-Length": Buffer.byteLength(body) }).end(body);
}

// As long as the platform's, like the bare server's.
const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const { url = "" } = request;
  const done = (data: string | undefined) => respond(response, data);
  if (pathOf(url) === "/api/oauth2/access_token") return writes.add(url, done);
  if (looksLike("userAccessToken", parameterIn(url, "access_token"))) return reads.add(url, done);
  return done(undefined);
});
server.listen(0, "127.0.0.1", () => {
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ msg: "listening", url: `http://127.0.0.1:${port}` }));
});
