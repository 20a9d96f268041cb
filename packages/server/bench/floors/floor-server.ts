/**
 * The least that the platform has to do for a call, to see how far a target can be reached: its headers, and the statements that a
 * call cannot do without. It checks no parameter and no limit of data calls, makes no object of a row, and pads texts instead of
 * making them from values.
 */
import type { ServerResponse } from "node:http";
import { PlatformError } from "../../src/errors.ts";
import { apiHeaders } from "../../src/http/send-reply.ts";
import { errorEnvelope, successEnvelope } from "../../src/http/envelope.ts";
import { makeRequestId } from "../../src/http/request-id.ts";
import { looksLike } from "../../src/model/token.ts";
import { FloorReads } from "./floor-reads.ts";
import { FloorWrites } from "./floor-writes.ts";
import { listenFloor, parameterIn, pathOf } from "./floor-calls.ts";

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

listenFloor(({ url = "" }, response) => {
  const done = (data: string | undefined) => respond(response, data);
  if (pathOf(url) === "/api/oauth2/access_token") writes.add(url, done);
  else if (looksLike("userAccessToken", parameterIn(url, "access_token"))) reads.add(url, done);
  else done(undefined);
});
