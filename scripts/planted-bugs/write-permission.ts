import { security, type PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";
const caughtBy = security("write-permission");

/** Mistakes about what a consent covers beyond reading. */
export const writePermissionBugs: readonly PlantedBug[] = [
  {
    name: "refresh-widens",
    breaks: "A refresh gets a token that may write because the user consented to that later.",
    file: `${src}/store/refresh-token-table.ts`,
    find: `"t.may_write as mayWrite"`,
    replace: `"g.may_write as mayWrite"`,
    caughtBy,
  },
  {
    name: "later-consent-widens-earlier-tokens",
    breaks: "Once a user consents to writing, every earlier token of the application may write.",
    file: `${src}/store/user-token-table.ts`,
    find: "t.may_write * g.may_write * a.may_write",
    replace: "g.may_write * a.may_write",
    caughtBy,
  },
  {
    name: "writing-comes-back",
    breaks: "An application that stops asking for writing and asks again has it without a new consent.",
    file: `${src}/store/own-application-table.ts`,
    within: "editApplication",
    find: "if (changed.may_write === 0) await withdrawWriting(transaction, row.id);",
    replace: "",
    caughtBy,
  },
  {
    name: "writing-comes-back-after-a-file",
    breaks: "A file that ends writing and one that allows it again restore it for every consent.",
    file: `${src}/store/declaration-application.ts`,
    within: "saveColumns",
    find: "if (changed.may_write === 0) await withdrawWriting(transaction, id);",
    replace: "",
    caughtBy,
  },
  {
    name: "consent-to-what-the-page-did-not-say",
    breaks:
      "A page that asked for reading gives writing, if the application asks for it when the user decides.",
    file: `${src}/store/authorization-request-table.ts`,
    find: "request.showsWriting === 1 && request.asksForWriting === 1",
    replace: "request.asksForWriting === 1",
    caughtBy,
  },
  {
    name: "consent-to-what-is-no-longer-asked",
    breaks: "A page that asked for writing gives it although the application has stopped asking.",
    file: `${src}/store/authorization-request-table.ts`,
    find: "request.showsWriting === 1 && request.asksForWriting === 1",
    replace: "request.showsWriting === 1",
    caughtBy,
  },
  {
    name: "team-token-not-limited",
    breaks: "A team limits its token to reading, and the token still writes.",
    file: `${src}/store/team-application.ts`,
    within: "setWritePermission",
    find: "may_write: mayWrite ? 1 : 0",
    replace: "may_write: 1",
    caughtBy,
  },
];
