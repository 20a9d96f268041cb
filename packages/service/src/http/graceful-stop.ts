import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as endOfTurn, setTimeout as sleep } from "node:timers/promises";
import { isIdle, type Connections } from "./connections.ts";
import { ReadinessProbes } from "./readiness-probes.ts";

/** How often a stopping server looks whether it is done. */
const checkMilliseconds = 20;
/** For how long no request may have come before the port is closed. */
const quietMilliseconds = 500;
/** For how long a connection may be silent while the server stops. */
const silenceMilliseconds = 1000;
/** Health probes do not count as traffic: they come for as long as the server responds. */
const probe = /^\/(readyz|livez)(\?|$)/;
const readinessProbe = /^\/readyz(\?|$)/;
/** What requests under way get when the time is up. */
const lastMomentMilliseconds = 1000;

/**
 * Stops a server without cutting off requests. Closing it at once would refuse the requests that a proxy in
 * front still sends until its next readiness check, and would serve open connections for as long as their clients
 * like; closing idle connections repeatedly would hit those that have just been opened.
 */
export class GracefulStop {
  readonly #server: Server;
  readonly #connections: Connections;
  readonly #probes = new ReadinessProbes();
  #isStopping = false;
  #lastRequestAt = -Infinity;
  /** For how long no request has come while the server stops. */
  #quietFor = 0;

  constructor(server: Server, connections: Connections) {
    this.#server = server;
    this.#connections = connections;
  }

  /** To be called for every request: while the server stops, each response closes its connection. */
  recordRequest(response: ServerResponse): void {
    const { url = "" } = response.req;
    if (!probe.test(url)) {
      this.#lastRequestAt = performance.now();
      this.#quietFor = 0;
    }
    if (readinessProbe.test(url)) response.once("finish", () => this.#probes.note(performance.now()));
    if (this.#isStopping) response.setHeader("Connection", "close");
  }

  /** Resolves when the server has ended, at the latest a moment after `graceMilliseconds`. */
  async stop(graceMilliseconds: number): Promise<void> {
    this.#isStopping = true;
    const startedAt = performance.now();
    this.#probes.stop(startedAt);
    this.#quietFor = startedAt - this.#lastRequestAt;
    const silent = new Map([...this.#connections.open].map((socket) => [socket, socket.bytesRead]));
    await endOfTurn();
    for (let ran = 0; performance.now() - startedAt < graceMilliseconds && !this.#isQuiet();) {
      await step();
      ran += checkMilliseconds;
      this.#quietFor += checkMilliseconds;
      if (this.#isNoticed() && ran > silenceMilliseconds) endThoseStillSilent(silent);
    }
    await this.#close(Math.min(lastMomentMilliseconds, graceMilliseconds));
  }

  #isQuiet(): boolean {
    return this.#connections.open.size === 0 && this.#quietFor > quietMilliseconds && this.#isNoticed();
  }

  #isNoticed(): boolean {
    return this.#probes.isNoticed(performance.now());
  }

  /**
   * Closes the port and nothing else: the server's own way of closing would also cut connections whose first request
   * is still on its way.
   */
  async #close(lastMoment: number): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.#server, () => resolve());
    });
    await Promise.race([closed, runFor(lastMoment)]);
    this.#server.closeAllConnections();
    await closed;
  }
}

/**
 * A busy machine may have kept this process waiting for longer: what has arrived by now is read before anything is
 * closed. Steps are counted and not the clock, because clients could do nothing either while the machine stood still.
 */
async function step(): Promise<void> {
  await sleep(checkMilliseconds);
  await endOfTurn();
}

async function runFor(milliseconds: number): Promise<void> {
  for (let ran = 0; ran < milliseconds; ran += checkMilliseconds) await step();
}

/** Ends, once, the connections on which nothing has come since and no response is due. */
function endThoseStillSilent(silent: Map<Socket, number>): void {
  for (const [socket, bytesRead] of silent) {
    if (socket.bytesRead === bytesRead && isIdle(socket)) socket.end();
  }
  silent.clear();
}
