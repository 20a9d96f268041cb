import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { countConnection, type Flood, type FloodTarget, type FloodTally } from "./flood.ts";

/** Connections that are opened at a time, so that none is lost in a full queue of the operating system. */
const openedAtOnce = 100;
const dripMilliseconds = 500;
/** The request of a client that never reads: the longest response that needs no token. */
const longAnswer = "/openapi.json";
/** The most requests that a connection may send at once; the responses exceed all buffers between two programs. */
const asksAtOnce = 30;

/** 5,000 silent connections. */
export const idleConnections: Flood = (target, tally) => hold(target, tally, { count: 5000, use: wait });

/** 500 connections that send their headers a byte at a time. */
export const slowHeaders: Flood = (target, tally) => hold(target, tally, { count: 500, use: dripHeaders });

/** 200 connections that request thirty long responses at once and read none. */
export const slowReaders: Flood = (target, tally) =>
  hold(target, tally, { count: 200, use: askAndNeverRead });

/** The number of connections, and what each does until it is closed. */
interface Holding {
  readonly count: number;
  readonly use: (socket: Socket) => Promise<void>;
}

/** Keeps a number of connections busy; a closed one is opened again. */
async function hold(target: FloodTarget, tally: FloodTally, { count, use }: Holding): Promise<void> {
  const holders: Promise<void>[] = [];
  for (let opened = 0; opened < count; opened += 1) {
    if (opened % openedAtOnce === openedAtOnce - 1) await sleep(5);
    holders.push(holdOne(target, tally, use));
  }
  await Promise.all(holders);
}

async function holdOne(target: FloodTarget, tally: FloodTally, use: Holding["use"]): Promise<void> {
  for (;;) {
    const socket = connect(target.port, target.host);
    countConnection(socket, tally);
    await use(socket).catch(() => undefined);
    socket.destroy();
    await sleep(20);
  }
}

async function wait(socket: Socket): Promise<void> {
  socket.resume();
  await once(socket, "close");
}

async function dripHeaders(socket: Socket): Promise<void> {
  socket.resume();
  await once(socket, "connect");
  socket.write("GET /livez HTTP/1.1\r\nHost: a\r\nX-Slow: ");
  while (!socket.closed) {
    await sleep(dripMilliseconds);
    socket.write("x");
  }
}

async function askAndNeverRead(socket: Socket): Promise<void> {
  socket.pause();
  await once(socket, "connect");
  socket.write(`GET ${longAnswer} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(asksAtOnce));
  await once(socket, "close");
}
