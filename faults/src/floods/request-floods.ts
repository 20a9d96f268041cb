import { randomBytes } from "node:crypto";
import { Agent, request, type RequestOptions } from "node:http";
import { WebClient } from "../../../e2e/support/web-client.ts";
import { teamCredentials } from "../seed/declaration.ts";
import type { Flood, FloodTarget, FloodTally } from "./flood.ts";

const callers = 32;

/** 32 callers who try tokens that were never issued, each as soon as the last one was refused. */
export const invalidTokens: Flood = (target, tally) => {
  const { appid } = teamCredentials(0);
  return floodWith(target, tally, () => ({
    path: `/api/surveys?appid=${appid}&access_token=sopt_${randomBytes(24).toString("base64url")}`,
  }));
};

/**
 * 32 clients who try passwords, each time from another address, so that limits per address do not apply. The
 * platform has to be started with one trusted proxy.
 */
export const signIns: Flood = async (target, tally) => {
  const browser = new WebClient(`http://${target.host}:${target.port}`);
  const { text } = await browser.get("/login");
  const csrf = /name="csrf" value="([^"]*)"/.exec(text)?.[1] ?? "";
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  await floodWith(target, tally, (count) => ({
    method: "POST",
    path: "/login",
    headers: {
      cookie,
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": `2001:${(count % 65_536).toString(16)}::1`,
    },
    body: new URLSearchParams({ csrf, username: `unknown-${count}`, password: "wrong", return_to: "/" }),
  }));
};

/** One request of a flood. */
interface FloodRequest extends RequestOptions {
  readonly body?: URLSearchParams;
}

async function floodWith(
  target: FloodTarget,
  tally: FloodTally,
  next: (count: number) => FloodRequest,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  let count = 0;
  const callForever = async () => {
    for (;;) {
      const { body, ...options } = next((count += 1));
      await send({ ...target, agent, ...options }, body?.toString() ?? "", tally);
    }
  };
  tally.connections = callers;
  await Promise.all(Array.from({ length: callers }, callForever));
}

function send(options: RequestOptions, body: string, tally: FloodTally): Promise<void> {
  return new Promise((resolve) => {
    const call = request(options, (reply) => {
      tally.answered += 1;
      reply.resume().once("close", () => resolve());
    });
    call.once("error", () => {
      tally.closed += 1;
      setTimeout(resolve, 20);
    });
    call.end(body);
  });
}
