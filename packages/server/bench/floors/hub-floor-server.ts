/**
 * The least that the hub has to do for a read: its headers, the comparison of a secret or one signature that is remembered, and a
 * token in memory.
 */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { readAuthorization } from "../../../token-hub/src/callers/authorization-header.ts";
import { HmacKey } from "../../../token-hub/src/callers/hmac-key.ts";
import { signatureOf } from "../../../token-hub/src/callers/request-signature.ts";
import { UsedSignatures } from "../../../token-hub/src/callers/used-signatures.ts";
import { jsonHeaders } from "../../../token-hub/src/http/reply.ts";
import { makeToken } from "../../src/model/token.ts";
import { listenFloor } from "./floor-calls.ts";

const [callerId = "", secret = ""] = process.argv.slice(2);
const key = new HmacKey(secret);
const used = new UsedSignatures(60);
const body = JSON.stringify({ access_token: makeToken("teamAccessToken"), version: 1, expires_in: 7200 });
const noBody = new Uint8Array();

function isProven({ url: target = "", method = "", headers }: IncomingMessage): boolean {
  const given = readAuthorization(headers.authorization);
  if (given?.callerId !== callerId) return false;
  if (given.kind === "bearer") return isSame(Buffer.from(given.secret), Buffer.from(secret));
  const { time, nonce, signature } = given;
  const right = signatureOf(key, { time, nonce, method, target, body: noBody });
  return isSame(signature, right) && used.take(signature, time, Math.floor(Date.now() / 1000));
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

listenFloor((request, response) => {
  const status = isProven(request) ? 200 : 401;
  response
    .writeHead(status, { ...jsonHeaders, "Content-Length": Buffer.byteLength(body) })
    .end(status === 200 ? body : undefined);
});
