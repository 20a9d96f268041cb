import { security, type PlantedBug } from "./planted-bug.ts";

const room = "packages/server/src/request-log";
const store = ["packages/server/test/store/request-log.test.ts"];
const buffer = ["packages/server/test/request-log/call-buffer.test.ts"];
const lostLog = ["packages/server/test/request-log/lost-log.test.ts"];

/** Mistakes about the request log of applications. */
export const requestLogBugs: readonly PlantedBug[] = [
  {
    name: "log-of-another-application",
    breaks: "The request log of an application has the calls of others.",
    file: `${room}/request-lines.ts`,
    find: '"=", application.id)',
    replace: '">", 0)',
    caughtBy: [...store, ...security("request-log")],
  },
  {
    name: "log-of-an-earlier-application",
    breaks: "After a restored backup, an application shows the calls of another one that had its id.",
    file: `${room}/request-lines.ts`,
    find: `.where("at", ">=", application.createdAt)`,
    replace: `.where("at", ">=", 0)`,
    caughtBy: store,
  },
  {
    name: "log-failure-is-thrown",
    breaks: "A request log that cannot be written ends the process.",
    file: `${room}/request-log.ts`,
    find: `this.#buffer.putBack({ tallies, lines });
      this.#noteFailure(error);`,
    replace: "throw error;",
    caughtBy: [...store, ...lostLog],
  },
  {
    name: "log-forgets-what-failed",
    breaks: "Calls are missing in the log when it could not be written for a moment.",
    file: `${room}/request-log.ts`,
    find: "this.#buffer.putBack({ tallies, lines });",
    replace: "",
    caughtBy: [...store, ...lostLog],
  },
  {
    name: "log-without-bound",
    breaks: "A flood of calls fills the memory with lines of the log.",
    file: `${room}/call-buffer.ts`,
    find: "if (this.#lines.length >= most || lines >= mostLinesOfAppid) return false;",
    replace: "if (this.#lines.length >= most * 1000 || lines < 0) return false;",
    caughtBy: buffer,
  },
  {
    name: "strangers-fill-the-log",
    breaks: "Strangers who send an appid fill the log of its application.",
    file: `${room}/call-buffer.ts`,
    find: "return isProven || this.#takeUnproven(appid, endedAt);",
    replace: "return isProven || endedAt >= 0;",
    caughtBy: [...buffer, ...security("request-log")],
  },
  {
    name: "log-not-written-at-the-stop",
    breaks: "A graceful stop loses the last second of the log.",
    file: `${room}/request-log.ts`,
    find: "const closed = this.flush().then(",
    replace: "const closed = Promise.resolve().then(",
    caughtBy: store,
  },
  {
    name: "damaged-log-stays",
    breaks: "After damage to its file, the log is never written again.",
    file: `${room}/request-log-database.ts`,
    find: "if (isDamagedFile(reason) && isSame) this.#setAside();",
    replace: "if (isDamagedFile(reason) && !isSame) this.#setAside();",
    caughtBy: lostLog,
  },
];
